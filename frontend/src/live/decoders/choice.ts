import type { Decoder, DecoderEvents, DecoderKind } from "./decoder";
import { jpegDecoder } from "./jpeg";
import { mseDecoder } from "./mse";
import { webcodecsDecoder } from "./webcodecs";

export interface Capabilities {
  secureContext: boolean;
  videoDecoder: boolean;
  mediaSource: boolean;
  /** The other side sends single pictures, no video: nothing to choose, and nothing to complain about. */
  picturesOnly?: boolean;
}

export interface DecoderChoice {
  kind: DecoderKind;
  /** Plain words for the screen when this is not the best way; null when it is. */
  reason: string | null;
}

export function browserCapabilities(): Capabilities {
  return {
    secureContext: window.isSecureContext,
    videoDecoder: "VideoDecoder" in window,
    mediaSource:
      "MediaSource" in window && "requestVideoFrameCallback" in HTMLVideoElement.prototype,
  };
}

const NAMES: Record<DecoderKind, string> = {
  webcodecs: "WebCodecs",
  mse: "the video player (MSE)",
  jpeg: "single pictures (JPEG), slower",
};

/**
 * The best way this browser can show the phone.
 * @param broken ways that failed on this page already, with the decoder's own words
 * @param forced what the address asks for with `?decoder=`, for support and tests
 */
export function chooseDecoder(
  has: Capabilities,
  broken: ReadonlyMap<DecoderKind, string> = new Map(),
  forced: string | null = null,
): DecoderChoice {
  if (forced === "webcodecs" || forced === "mse" || forced === "jpeg") {
    return { kind: forced, reason: `The address asks for ${NAMES[forced]}.` };
  }
  if (has.picturesOnly) return { kind: "jpeg", reason: null };
  const works: Record<DecoderKind, boolean> = {
    webcodecs: has.videoDecoder && !broken.has("webcodecs"),
    mse: has.mediaSource && !broken.has("mse"),
    jpeg: true,
  };
  const kind =
    (["webcodecs", "mse", "jpeg"] as const).find((candidate) => works[candidate]) ?? "jpeg";
  if (kind === "webcodecs") return { kind, reason: null };
  const why =
    [...broken].map(([name, message]) => `${NAMES[name]} failed here (${message})`).join("; ") ||
    (has.secureContext
      ? "This browser has no VideoDecoder"
      : "This page is not on https or localhost, so the browser has no VideoDecoder");
  return { kind, reason: `${why}; showing ${NAMES[kind]} instead.` };
}

export function createDecoder(kind: DecoderKind, events: DecoderEvents): Decoder {
  switch (kind) {
    case "webcodecs":
      return webcodecsDecoder(events);
    case "mse":
      return mseDecoder(events);
    case "jpeg":
      return jpegDecoder(events);
  }
}
