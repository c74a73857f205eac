export interface Stats {
  fps: number;
  kbPerS: number;
  /** Median from touch to the next drawn picture, over the last taps; null before the first. */
  tapToPixelMs: number | null;
  decodeMs: number | null;
  rttMs: number | null;
  /** Frames the host left out because this page was slow. */
  skipped: number;
}

const WINDOW_MS = 2000;
/** A picture that comes later than this is not an answer to the tap. */
const TAP_LIMIT_MS = 1000;
/** A tap counts only when the screen was still before it: otherwise any frame would look like its answer. */
const STILL_MS = 120;

const median = (values: number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? null;
};

/** Counts what the corner of the phone shows. All times are milliseconds on the page's clock. */
export class StatsKeeper {
  private drawn: number[] = [];
  private received: { at: number; bytes: number }[] = [];
  private decodes: number[] = [];
  private taps: number[] = [];
  private tapAt: number | null = null;
  private lastDrawn = Number.NEGATIVE_INFINITY;
  private rtt: number | null = null;
  private skippedFrames = 0;

  bytes(count: number, now: number): void {
    this.received.push({ at: now, bytes: count });
  }

  frame(decodeMs: number, now: number): void {
    this.drawn.push(now);
    this.decodes = [...this.decodes.slice(-29), decodeMs];
    if (this.tapAt !== null) {
      const took = now - this.tapAt;
      if (took <= TAP_LIMIT_MS) this.taps = [...this.taps.slice(-19), took];
      this.tapAt = null;
    }
    this.lastDrawn = now;
  }

  tap(now: number): void {
    if (now - this.lastDrawn >= STILL_MS) this.tapAt = now;
  }

  pong(rttMs: number): void {
    this.rtt = rttMs;
  }

  skip(count: number): void {
    this.skippedFrames += count;
  }

  read(now: number): Stats {
    const recent = (at: number) => now - at <= WINDOW_MS;
    this.drawn = this.drawn.filter(recent);
    this.received = this.received.filter(({ at }) => recent(at));
    const bytes = this.received.reduce((sum, packet) => sum + packet.bytes, 0);
    return {
      fps: this.drawn.length / (WINDOW_MS / 1000),
      kbPerS: bytes / 1024 / (WINDOW_MS / 1000),
      tapToPixelMs: median(this.taps),
      decodeMs: median(this.decodes),
      rttMs: this.rtt,
      skipped: this.skippedFrames,
    };
  }
}
