import { pictureCanvas } from "./canvas";
import type { Decoder, DecoderEvents } from "./decoder";

/** Pictures decoded on the host and sent one by one: slow, but any browser shows them. */
export function jpegDecoder(events: DecoderEvents): Decoder {
  const { canvas, draw } = pictureCanvas();
  let newest = -1;
  let closed = false;
  return {
    kind: "jpeg",
    surface: canvas,
    configure() {},
    decode(picture) {
      const at = performance.now();
      createImageBitmap(
        new Blob([picture.data as Uint8Array<ArrayBuffer>], { type: "image/jpeg" }),
      ).then(
        (bitmap) => {
          // Decoding is concurrent: an older picture that finishes late must not cover a newer one.
          if (!closed && picture.seq > newest) {
            newest = picture.seq;
            const { width, height } = bitmap;
            draw(bitmap, width, height);
            events.drawn({ seq: picture.seq, width, height, decodeMs: performance.now() - at });
          }
          bitmap.close();
        },
        () => events.failed("A picture arrived damaged."),
      );
    },
    reset() {
      newest = -1;
    },
    close() {
      closed = true;
    },
  };
}
