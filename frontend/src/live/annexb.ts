/** The little of H.264's Annex-B byte stream that a browser decoder needs to know. */

const NAL_SPS = 7;
const NAL_PPS = 8;

/** Splits at the start codes (00 00 01, with or without a further leading zero). */
export function nalUnits(data: Uint8Array): Uint8Array[] {
  const starts: { code: number; payload: number }[] = [];
  for (let i = 0; i + 2 < data.length; i++) {
    if (data[i] === 0 && data[i + 1] === 0 && data[i + 2] === 1) {
      starts.push({ code: i > 0 && data[i - 1] === 0 ? i - 1 : i, payload: i + 3 });
      i += 2;
    }
  }
  return starts.map(({ payload }, n) => data.subarray(payload, starts[n + 1]?.code ?? data.length));
}

export interface ParameterSets {
  sps: Uint8Array;
  pps: Uint8Array;
  /** As RFC 6381 wants it: `avc1.` and the profile, constraint and level bytes of the SPS. */
  codec: string;
}

/** Finds the SPS and PPS in a config packet; null when either is missing. */
export function parameterSets(config: Uint8Array): ParameterSets | null {
  const units = nalUnits(config);
  const sps = units.find((unit) => ((unit[0] ?? 0) & 31) === NAL_SPS);
  const pps = units.find((unit) => ((unit[0] ?? 0) & 31) === NAL_PPS);
  if (!sps || !pps || sps.length < 4) return null;
  const hex = Array.from(sps.subarray(1, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { sps, pps, codec: `avc1.${hex}` };
}

/** The same access unit with four-byte lengths in place of start codes, as MP4 stores it; SPS and PPS are left out. */
export function toLengthPrefixed(data: Uint8Array): Uint8Array {
  const units = nalUnits(data).filter((unit) => {
    const kind = (unit[0] ?? 0) & 31;
    return kind !== NAL_SPS && kind !== NAL_PPS;
  });
  const out = new Uint8Array(units.reduce((sum, unit) => sum + 4 + unit.length, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const unit of units) {
    view.setUint32(at, unit.length);
    out.set(unit, at + 4);
    at += 4 + unit.length;
  }
  return out;
}

export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
