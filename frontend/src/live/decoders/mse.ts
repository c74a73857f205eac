import { parameterSets, toLengthPrefixed } from "../annexb";
import type { Decoder, DecoderEvents } from "./decoder";
import { initSegment, mediaSegment, TIMESCALE } from "./fmp4";

/** A frame's nominal length. Shorter than the phone's real interval, so that the player never falls behind by playing. */
const FRAME_MS = 20;
/** Further behind than this, jump: catching up by speed would take too long to feel live. */
const JUMP_S = 0.4;
const KEEP_S = 4;

/**
 * Plays through a video element. The player's clock is our own: frames lie one after the other with no
 * gaps, so a still screen costs nothing and the next change is due as soon as it arrives.
 */
export function mseDecoder(events: DecoderEvents): Decoder {
  const video = document.createElement("video");
  video.muted = true;
  video.autoplay = true;
  video.playsInline = true;
  video.disablePictureInPicture = true;

  const source = new MediaSource();
  const address = URL.createObjectURL(source);
  video.src = address;

  let buffer: SourceBuffer | null = null;
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let pending: { seq: number; end: number; at: number }[] = [];
  let clock = 0;
  let sequence = 0;
  let waitingForKey = true;
  let closed = false;

  const fail = (message: string) => {
    if (closed) return;
    waitingForKey = true;
    waiting = [];
    events.failed(message);
  };

  const pump = () => {
    if (!buffer || buffer.updating || source.readyState !== "open") return;
    try {
      const next = waiting.shift();
      if (next) {
        buffer.appendBuffer(next);
      } else if (
        buffer.buffered.length > 0 &&
        video.currentTime - buffer.buffered.start(0) > 2 * KEEP_S
      ) {
        buffer.remove(0, video.currentTime - KEEP_S);
      }
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };

  const chase = () => {
    const end = clock / TIMESCALE;
    const behind = end - video.currentTime;
    if (behind > JUMP_S) video.currentTime = Math.max(0, end - (2 * FRAME_MS) / TIMESCALE);
    video.playbackRate = behind > 0.12 ? 2 : behind > 0.06 ? 1.25 : 1;
    if (video.paused) video.play().catch(() => {});
  };

  const report = (mediaTime: number) => {
    const now = performance.now();
    const shown = pending.filter((frame) => frame.end <= mediaTime * TIMESCALE + FRAME_MS + 1);
    pending = pending.slice(shown.length);
    const last = shown.at(-1);
    if (!last) return;
    const { videoWidth: width, videoHeight: height } = video;
    events.drawn({ seq: last.seq, width, height, decodeMs: now - last.at });
  };

  const watch = () => {
    video.requestVideoFrameCallback((_now, metadata) => {
      if (closed) return;
      report(metadata.mediaTime);
      watch();
    });
  };
  watch();
  video.addEventListener("error", () => fail(video.error?.message ?? "The video player stopped."));

  return {
    kind: "mse",
    surface: video,
    configure(config) {
      const sets = parameterSets(config.data);
      if (!sets) return fail("The phone sent a video header this page cannot read.");
      waitingForKey = true;
      waiting.push(initSegment(sets, config.width, config.height));
      const type = `video/mp4; codecs="${sets.codec}"`;
      const attach = () => {
        if (closed || source.readyState !== "open") return;
        if (buffer) {
          buffer.changeType(type);
        } else {
          buffer = source.addSourceBuffer(type);
          buffer.addEventListener("updateend", () => {
            chase();
            pump();
          });
        }
        pump();
      };
      if (source.readyState === "open") {
        if (buffer?.updating) buffer.addEventListener("updateend", attach, { once: true });
        else attach();
      } else {
        source.addEventListener("sourceopen", attach, { once: true });
      }
    },
    decode(picture) {
      if (waitingForKey && !picture.key) return;
      waitingForKey = false;
      const data = toLengthPrefixed(picture.data);
      waiting.push(
        mediaSegment(++sequence, { data, key: picture.key, start: clock, duration: FRAME_MS }),
      );
      clock += FRAME_MS;
      pending.push({ seq: picture.seq, end: clock, at: performance.now() });
      pump();
    },
    reset() {
      waitingForKey = true;
      waiting = [];
    },
    close() {
      closed = true;
      video.removeAttribute("src");
      video.load();
      URL.revokeObjectURL(address);
    },
  };
}
