import type { ConfigMessage, PictureMessage } from "../protocol";

export type DecoderKind = "webcodecs" | "mse" | "jpeg";

export interface DrawnFrame {
  seq: number;
  /** Size of the picture, px: what touches must be aimed at. */
  width: number;
  height: number;
  /** From the packet's arrival to the picture being handed to the compositor, ms. */
  decodeMs: number;
}

export interface DecoderEvents {
  /** A picture is on the surface. */
  drawn(frame: DrawnFrame): void;
  /** The decoder lost the thread: the stream asks the host for a fresh config and key frame. */
  failed(message: string): void;
}

/** Turns packets into pictures on an element of its own, which the page may put anywhere. */
export interface Decoder {
  readonly kind: DecoderKind;
  readonly surface: HTMLCanvasElement | HTMLVideoElement;
  configure(config: ConfigMessage): void;
  decode(picture: PictureMessage): void;
  /** Forgets what it was fed, keeps the last picture: another config and key frame follow. */
  reset(): void;
  close(): void;
}
