/**
 * What the browser and the device host say to each other on the stream socket.
 * Binary messages carry pictures (little-endian headers); everything else is JSON text.
 */

export type Role = "drive" | "watch";
export type StreamMode = "auto" | "jpeg";
export type PhoneState = "live" | "connecting" | "reconnecting" | "secure" | "screen_off" | "gone";
export type ButtonName =
  | "back"
  | "home"
  | "recents"
  | "power"
  | "volume_up"
  | "volume_down"
  | "rotate"
  | "menu"
  | "enter";
export type TouchAction = "down" | "move" | "up" | "cancel";

export interface ConfigMessage {
  kind: "config";
  rotation: number;
  width: number;
  height: number;
  /** SPS and PPS in Annex-B form. */
  data: Uint8Array;
}

export interface PictureMessage {
  kind: "video" | "jpeg";
  key: boolean;
  seq: number;
  /** Capture time on the phone's clock, microseconds. */
  ptsUs: number;
  data: Uint8Array;
}

export interface ScreenshotMessage {
  kind: "screenshot";
  data: Uint8Array;
}

export type BinaryMessage = ConfigMessage | PictureMessage | ScreenshotMessage;

export interface StreamDevice {
  id: string;
  name: string;
  kind: "real" | "mock" | "stand-in";
  width: number;
  height: number;
}

export type ServerMessage =
  | { type: "hello"; device: StreamDevice; role: Role; driver: string | null; session: string }
  | { type: "state"; state: PhoneState; reason: string }
  | { type: "size"; width: number; height: number; rotation: number }
  | { type: "driver"; username: string | null }
  | { type: "lease"; expires_at: string; idle_warning_s: number | null }
  | { type: "clipboard"; text: string }
  | { type: "typed"; ok: boolean; text: string; read_back: string | null; id: number | null }
  | { type: "file"; name: string; ok: boolean; message: string; progress: number }
  | { type: "stats" }
  | { type: "pong"; t: number }
  | { type: "error"; code: string; message: string }
  | { type: "ended"; reason: string }
  | { type: "step"; step: unknown }
  | { type: "episode"; episode: unknown }
  | { type: "run"; run: unknown }
  | { type: "turn"; turn: unknown }
  /** What only phones of the gallery say; see gallery/useGalleryPhone. */
  | { type: `gallery.${string}` };

export interface KeyMeta {
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

export type ClientMessage =
  | { type: "ack"; seq: number }
  | {
      type: "touch";
      action: TouchAction;
      pointer: number;
      x: number;
      y: number;
      w: number;
      h: number;
    }
  | { type: "wheel"; x: number; y: number; w: number; h: number; dx: number; dy: number }
  | { type: "key"; code: string; key: string; action: "down" | "up" | "press"; meta: KeyMeta }
  | { type: "text"; text: string; id: number }
  | { type: "button"; name: ButtonName }
  | { type: "screenshot" }
  | { type: "clipboard_get" }
  | { type: "clipboard_set"; text: string; paste: boolean }
  | { type: "open_app"; package: string }
  | { type: "reset_video" }
  | { type: "ping"; t: number }
  | { type: "heartbeat"; active: boolean }
  | { type: `gallery.${string}`; [field: string]: unknown };

/** Why the host closed the socket for good; anything else is worth another try. */
export const CLOSE = {
  signedOut: 4401,
  forbidden: 4403,
  unknown: 4404,
  held: 4409,
  gone: 4410,
} as const;

const CONFIG_HEADER = 8;
const PICTURE_HEADER = 16;
const SCREENSHOT_HEADER = 4;

/** Reads one binary message. Returns null for a kind this page does not know (a newer host). */
export function parseBinary(buffer: ArrayBuffer): BinaryMessage | null {
  const view = new DataView(buffer);
  if (view.byteLength < SCREENSHOT_HEADER) return null;
  switch (view.getUint8(0)) {
    case 1:
      if (view.byteLength < CONFIG_HEADER) return null;
      return {
        kind: "config",
        rotation: view.getUint8(2),
        width: view.getUint16(4, true),
        height: view.getUint16(6, true),
        data: new Uint8Array(buffer, CONFIG_HEADER),
      };
    case 2:
    case 3:
      if (view.byteLength < PICTURE_HEADER) return null;
      return {
        kind: view.getUint8(0) === 2 ? "video" : "jpeg",
        key: (view.getUint8(1) & 1) === 1,
        seq: view.getUint32(4, true),
        ptsUs: Number(view.getBigUint64(8, true)),
        data: new Uint8Array(buffer, PICTURE_HEADER),
      };
    case 4:
      return { kind: "screenshot", data: new Uint8Array(buffer, SCREENSHOT_HEADER) };
    default:
      return null;
  }
}

/** Reads one JSON message. Returns null for anything that is not an object with a type. */
export function parseText(text: string): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === "object" && message !== null && "type" in message)
      return message as ServerMessage;
  } catch {
    // Falls through: a broken message is dropped, the next one may be whole.
  }
  return null;
}

/** The socket's address with what we ask for; keeps whatever query the API already put there. */
export function streamUrl(base: string, mode: StreamMode, role: Role): string {
  const url = new URL(base);
  url.searchParams.set("mode", mode);
  url.searchParams.set("role", role);
  return url.toString();
}
