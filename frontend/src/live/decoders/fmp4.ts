import { concat, type ParameterSets } from "../annexb";

/**
 * Fragmented MP4, one fragment a frame, for Media Source. The muxers on npm hold a frame back until
 * the next one arrives; a phone's still screen sends no next one, so its last change would stay unseen.
 */
export const TIMESCALE = 1000;

const text = (value: string) => Uint8Array.from(value, (char) => char.charCodeAt(0));
const u8 = (...values: number[]) => Uint8Array.from(values);
const u16 = (...values: number[]) => concat(...values.map((v) => u8((v >> 8) & 255, v & 255)));
const u32 = (...values: number[]) =>
  concat(...values.map((v) => u8((v >>> 24) & 255, (v >>> 16) & 255, (v >>> 8) & 255, v & 255)));

function box(name: string, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat(...parts);
  return concat(u32(body.length + 8), text(name), body);
}

/** A box with a version and 24 bits of flags. */
const fullBox = (name: string, flags: number, ...parts: Uint8Array[]) =>
  box(name, u32(flags), ...parts);

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** The header that comes before the first frame and again after every change of size. */
export function initSegment(
  { sps, pps }: ParameterSets,
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const avcC = box(
    "avcC",
    u8(1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1),
    u16(sps.length),
    sps,
    u8(1),
    u16(pps.length),
    pps,
  );
  const avc1 = box(
    "avc1",
    u32(0),
    u16(0, 1),
    u32(0, 0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    new Uint8Array(32),
    u16(24, 0xffff),
    avcC,
  );
  const stbl = box(
    "stbl",
    fullBox("stsd", 0, u32(1), avc1),
    fullBox("stts", 0, u32(0)),
    fullBox("stsc", 0, u32(0)),
    fullBox("stsz", 0, u32(0, 0)),
    fullBox("stco", 0, u32(0)),
  );
  const minf = box(
    "minf",
    fullBox("vmhd", 1, u32(0, 0)),
    box("dinf", fullBox("dref", 0, u32(1), fullBox("url ", 1))),
    stbl,
  );
  const mdia = box(
    "mdia",
    fullBox("mdhd", 0, u32(0, 0, TIMESCALE, 0), u16(0x55c4, 0)),
    fullBox("hdlr", 0, u32(0), text("vide"), u32(0, 0, 0), u8(0)),
    minf,
  );
  const tkhd = fullBox(
    "tkhd",
    3,
    u32(0, 0, 1, 0, 0, 0, 0, 0, 0),
    MATRIX,
    u32(width << 16, height << 16),
  );
  const mvhd = fullBox(
    "mvhd",
    0,
    u32(0, 0, TIMESCALE, 0, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    MATRIX,
    new Uint8Array(24),
    u32(2),
  );
  return concat(
    box("ftyp", text("isom"), u32(0x200), text("isomiso5avc1mp41")),
    box("moov", mvhd, box("trak", tkhd, mdia), box("mvex", fullBox("trex", 0, u32(1, 1, 0, 0, 0)))),
  );
}

export interface Sample {
  /** Length-prefixed access unit. */
  data: Uint8Array;
  key: boolean;
  /** Position and length on the player's clock, in TIMESCALE units. */
  start: number;
  duration: number;
}

export function mediaSegment(
  sequence: number,
  { data, key, start, duration }: Sample,
): Uint8Array<ArrayBuffer> {
  const flags = key ? 0x02000000 : 0x01010000;
  const moof = (offset: number) =>
    box(
      "moof",
      fullBox("mfhd", 0, u32(sequence)),
      box(
        "traf",
        fullBox("tfhd", 0x020000, u32(1)),
        fullBox("tfdt", 0, u32(start)),
        // Data offset, then duration, size and flags of the one sample.
        fullBox("trun", 0x000701, u32(1, offset, duration, data.length, flags)),
      ),
    );
  return concat(moof(moof(0).length + 8), box("mdat", data));
}
