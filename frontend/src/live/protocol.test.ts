import { describe, expect, it } from "vitest";
import { nalUnits, parameterSets, toLengthPrefixed } from "./annexb";
import { parseBinary, parseText, streamUrl } from "./protocol";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

describe("binary messages", () => {
  it("reads a config with its size and parameter sets", () => {
    const message = parseBinary(bytes(1, 0, 3, 0, 0x1c, 0x02, 0xb0, 0x04, 0, 0, 0, 1, 0x67));
    expect(message).toEqual({
      kind: "config",
      rotation: 3,
      width: 540,
      height: 1200,
      data: Uint8Array.of(0, 0, 0, 1, 0x67),
    });
  });

  it("reads a picture whose time does not fit 32 bits", () => {
    const buffer = new ArrayBuffer(18);
    const view = new DataView(buffer);
    view.setUint8(0, 2);
    view.setUint8(1, 1);
    view.setUint32(4, 4_000_000_000, true);
    view.setBigUint64(8, 1_735_689_600_000_000n, true);
    view.setUint8(16, 9);
    expect(parseBinary(buffer)).toMatchObject({
      kind: "video",
      key: true,
      seq: 4_000_000_000,
      ptsUs: 1_735_689_600_000_000,
      data: Uint8Array.of(9, 0),
    });
  });

  it("tells a delta from a key frame and a JPEG from video", () => {
    const head = [0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    expect(parseBinary(bytes(2, ...head))).toMatchObject({ kind: "video", key: false, seq: 7 });
    expect(parseBinary(bytes(3, ...head))).toMatchObject({ kind: "jpeg" });
  });

  it("drops what is cut short or unknown", () => {
    expect(parseBinary(bytes())).toBeNull();
    expect(parseBinary(bytes(2, 1, 0, 0, 0))).toBeNull();
    expect(parseBinary(bytes(9, 0, 0, 0, 0))).toBeNull();
  });
});

describe("text messages", () => {
  it("reads JSON with a type and drops the rest", () => {
    expect(parseText('{"type":"pong","t":5}')).toEqual({ type: "pong", t: 5 });
    expect(parseText("{")).toBeNull();
    expect(parseText("3")).toBeNull();
    expect(parseText('{"t":5}')).toBeNull();
  });

  it("asks for mode and role without losing the address's own query", () => {
    expect(streamUrl("ws://h:8001/ws/devices/x/stream?ticket=1", "jpeg", "watch")).toBe(
      "ws://h:8001/ws/devices/x/stream?ticket=1&mode=jpeg&role=watch",
    );
  });
});

describe("Annex-B", () => {
  const config = Uint8Array.of(0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x1f, 9, 0, 0, 1, 0x68, 0xce);

  it("splits at three- and four-byte start codes", () => {
    expect(nalUnits(config).map((unit) => [...unit])).toEqual([
      [0x67, 0x42, 0xc0, 0x1f, 9],
      [0x68, 0xce],
    ]);
  });

  it("names the codec after the SPS", () => {
    expect(parameterSets(config)?.codec).toBe("avc1.42c01f");
    expect(parameterSets(config.subarray(0, 9))).toBeNull();
  });

  it("puts lengths in place of start codes and leaves parameter sets out", () => {
    const unit = Uint8Array.of(...config, 0, 0, 1, 0x65, 1, 2);
    expect([...toLengthPrefixed(unit)]).toEqual([0, 0, 0, 3, 0x65, 1, 2]);
  });
});
