import { concat, parameterSets } from "../annexb";
import type { ConfigMessage } from "../protocol";
import { pictureCanvas } from "./canvas";
import type { Decoder, DecoderEvents } from "./decoder";

/**
 * The browser's own decoder, fed Annex-B. Every decoded frame is drawn at once: when two fall into one
 * refresh only the later is seen, and that is the one we want.
 */
export function webcodecsDecoder(events: DecoderEvents): Decoder {
  const { canvas, draw } = pictureCanvas();
  const arrived = new Map<number, { seq: number; at: number }>();
  let decoder: VideoDecoder | null = null;
  let config: ConfigMessage | null = null;
  let codec = "";
  let waitingForKey = true;

  const fail = (message: string) => {
    waitingForKey = true;
    arrived.clear();
    events.failed(message);
  };

  const open = () => {
    if (decoder && decoder.state !== "closed") decoder.close();
    decoder = new VideoDecoder({
      output(frame) {
        const { displayWidth: width, displayHeight: height } = frame;
        draw(frame, width, height);
        const packet = arrived.get(frame.timestamp);
        arrived.delete(frame.timestamp);
        frame.close();
        if (!packet) return;
        const decodeMs = performance.now() - packet.at;
        events.drawn({ seq: packet.seq, width, height, decodeMs });
      },
      error: (error) => fail(error.message),
    });
    decoder.configure({ codec, optimizeForLatency: true });
  };

  return {
    kind: "webcodecs",
    surface: canvas,
    configure(next) {
      const sets = parameterSets(next.data);
      if (!sets) return fail("The phone sent a video header this page cannot read.");
      config = next;
      waitingForKey = true;
      arrived.clear();
      codec = sets.codec;
      open();
    },
    decode(picture) {
      if (!config || (waitingForKey && !picture.key)) return;
      // After an error the decoder is closed for good; a key frame is enough to begin again.
      if (decoder?.state !== "configured") open();
      if (!decoder) return;
      arrived.set(picture.ptsUs, { seq: picture.seq, at: performance.now() });
      try {
        decoder.decode(
          new EncodedVideoChunk({
            type: picture.key ? "key" : "delta",
            timestamp: picture.ptsUs,
            data: picture.key ? concat(config.data, picture.data) : picture.data,
          }),
        );
        waitingForKey = false;
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
    },
    reset() {
      waitingForKey = true;
      arrived.clear();
    },
    close() {
      if (decoder && decoder.state !== "closed") decoder.close();
      decoder = null;
    },
  };
}
