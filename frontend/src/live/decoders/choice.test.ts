import { describe, expect, it } from "vitest";
import { chooseDecoder } from "./choice";

const all = { secureContext: true, videoDecoder: true, mediaSource: true };

describe("the way to show pictures", () => {
  it("is WebCodecs where there is one, with nothing to explain", () => {
    expect(chooseDecoder(all)).toEqual({ kind: "webcodecs", reason: null });
  });

  it("is MSE on plain http, and says that https is missing", () => {
    const choice = chooseDecoder({ ...all, secureContext: false, videoDecoder: false });
    expect(choice.kind).toBe("mse");
    expect(choice.reason).toContain("not on https or localhost");
  });

  it("is JPEG where nothing decodes video", () => {
    const choice = chooseDecoder({ secureContext: true, videoDecoder: false, mediaSource: false });
    expect(choice.kind).toBe("jpeg");
    expect(choice.reason).toContain("no VideoDecoder");
  });

  it("steps down when a decoder fails here, in the decoder's own words", () => {
    const choice = chooseDecoder(all, new Map([["webcodecs", "unsupported profile"]]));
    expect(choice.kind).toBe("mse");
    expect(choice.reason).toContain("unsupported profile");
  });

  it("obeys the address", () => {
    expect(chooseDecoder(all, new Map(), "jpeg").kind).toBe("jpeg");
    expect(chooseDecoder(all, new Map(), "nonsense").kind).toBe("webcodecs");
  });
});
