import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chooseDecoder } from "./decoders/choice";
import type { Decoder, DecoderEvents, DecoderKind } from "./decoders/decoder";
import { PhoneStream } from "./stream";

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  binaryType = "";
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  accept() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  bytes(...values: number[]) {
    this.onmessage?.({ data: Uint8Array.from(values).buffer });
  }
  end(code: number, reason = "") {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
  types() {
    return this.sent.map((message) => message.type);
  }
}

class FakeDecoder implements Decoder {
  surface = document.createElement("canvas");
  decoded: number[] = [];
  configured = 0;
  closed = false;
  constructor(
    readonly kind: DecoderKind,
    readonly events: DecoderEvents,
  ) {}
  configure() {
    this.configured += 1;
  }
  decode(picture: { seq: number }) {
    this.decoded.push(picture.seq);
    this.events.drawn({ seq: picture.seq, width: 540, height: 1200, decodeMs: 2 });
  }
  reset() {}
  close() {
    this.closed = true;
  }
}

let decoders: FakeDecoder[];
let stream: PhoneStream;

const socket = () => FakeSocket.all.at(-1) as FakeSocket;
const decoder = () => decoders.at(-1) as FakeDecoder;
const CONFIG = [1, 0, 0, 0, 0x1c, 2, 0xb0, 4, 0, 0, 1, 0x67];
const video = (seq: number, key = false) => [
  2,
  key ? 1 : 0,
  0,
  0,
  seq,
  0,
  0,
  0,
  ...Array(8).fill(0),
  5,
];

function open(role: "drive" | "watch" = "watch") {
  stream = new PhoneStream({
    url: "ws://host/stream",
    role,
    choose: (broken) =>
      chooseDecoder({ secureContext: true, videoDecoder: true, mediaSource: true }, broken),
    createDecoder: (kind, events) => {
      const made = new FakeDecoder(kind, events);
      decoders.push(made);
      return made;
    },
    openSocket: (url) => new FakeSocket(url) as unknown as WebSocket,
  });
  stream.open();
  socket().accept();
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  decoders = [];
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
});

describe("pictures", () => {
  it("acknowledges what was drawn", () => {
    open();
    socket().bytes(...CONFIG);
    socket().bytes(...video(1, true));
    socket().bytes(...video(2));
    expect(socket().sent.filter((m) => m.type === "ack")).toEqual([
      { type: "ack", seq: 1 },
      { type: "ack", seq: 2 },
    ]);
    expect(stream.status.get()).toMatchObject({ hasPicture: true, width: 540, height: 1200 });
  });

  it("waits for a key frame after a config", () => {
    open();
    socket().bytes(...CONFIG);
    socket().bytes(...video(1));
    socket().bytes(...video(2, true));
    expect(decoder().decoded).toEqual([2]);
  });

  it("asks for a fresh start when a delta is missing, but not when the host skips to a key frame", () => {
    open();
    socket().bytes(...CONFIG);
    socket().bytes(...video(1, true));
    socket().bytes(...video(5, true));
    expect(socket().types()).not.toContain("reset_video");
    socket().bytes(...video(8));
    expect(socket().types()).toContain("reset_video");
    expect(decoder().decoded).toEqual([1, 5]);
  });

  it("steps down to another decoder after repeated failures, and says why", () => {
    open();
    const first = decoder();
    for (let i = 0; i < 3; i++) first.events.failed("no such profile");
    expect(first.closed).toBe(true);
    expect(stream.status.get().decoder).toMatchObject({ kind: "mse" });
    expect(stream.status.get().decoder?.reason).toContain("no such profile");
  });
});

describe("the line", () => {
  it("comes back by itself after a drop and keeps the last picture", () => {
    open();
    socket().bytes(...CONFIG);
    socket().bytes(...video(1, true));
    const before = decoder();
    socket().end(1006);
    expect(stream.status.get()).toMatchObject({ connection: "reconnecting", hasPicture: true });
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    socket().accept();
    expect(stream.status.get().connection).toBe("open");
    expect(decoder()).toBe(before);
  });

  it("waits longer from try to try", () => {
    open();
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      const count = FakeSocket.all.length;
      socket().end(1006);
      let waited = 0;
      while (FakeSocket.all.length === count) {
        vi.advanceTimersByTime(10);
        waited += 10;
      }
      waits.push(waited);
    }
    expect(waits[3]).toBeGreaterThan((waits[0] ?? 0) * 2);
  });

  it.each([4401, 4403, 4404, 4409])("does not try again after %i", (code) => {
    open();
    socket().end(code);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(stream.status.get()).toMatchObject({ connection: "closed" });
    expect(stream.status.get().reason).not.toBe("");
  });

  it("takes a still screen for what it is as long as the host answers", () => {
    open();
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(4000);
      socket().say({ type: "pong", t: 0 });
    }
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("gives up a line on which the host no longer answers", () => {
    open();
    vi.advanceTimersByTime(25_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  it("does not queue input while the line is down", () => {
    open("drive");
    socket().end(1006);
    expect(stream.input({ type: "button", name: "back" })).toBe(false);
    vi.advanceTimersByTime(1000);
    socket().accept();
    expect(socket().types()).not.toContain("button");
  });
});

describe("the lease", () => {
  it("beats with whether the person did anything since", () => {
    open("drive");
    stream.input({ type: "button", name: "home" });
    vi.advanceTimersByTime(10_000);
    socket().say({ type: "pong", t: 0 });
    vi.advanceTimersByTime(10_000);
    expect(socket().sent.filter((m) => m.type === "heartbeat")).toEqual([
      { type: "heartbeat", active: true },
      { type: "heartbeat", active: false },
    ]);
  });

  it("ends an idle warning with the first input", () => {
    open("drive");
    socket().say({ type: "lease", expires_at: "2026-01-01T00:00:00Z", idle_warning_s: 30 });
    expect(stream.status.get().idleWarningS).toBe(30);
    stream.input({ type: "button", name: "home" });
    expect(stream.status.get().idleWarningS).toBeNull();
    expect(socket().sent).toContainEqual({ type: "heartbeat", active: true });
  });

  it("tells how it ended when the host takes the wheel, and the picture goes on", () => {
    open("drive");
    const device = { id: "d", name: "Phone", kind: "mock", width: 540, height: 1200 };
    socket().say({ type: "hello", device, role: "watch", driver: "lead", session: "s" });
    socket().say({ type: "error", code: "lease_over", message: "Lea took the phone over: repair" });
    expect(stream.status.get()).toMatchObject({
      connection: "open",
      role: "watch",
      leaseOver: "Lea took the phone over: repair",
    });
  });

  it("does not beat for a watcher", () => {
    open("watch");
    vi.advanceTimersByTime(12_000);
    expect(socket().types()).not.toContain("heartbeat");
  });
});

it("hands a screenshot to whoever asked for it", async () => {
  open();
  const asked = stream.screenshot();
  socket().bytes(4, 0, 0, 0, 0x89, 0x50);
  expect((await asked).size).toBe(2);
});

it("says why there is no screenshot", async () => {
  open();
  const asked = stream.screenshot();
  socket().say({ type: "error", code: "secure_window", message: "The app forbids pictures." });
  await expect(asked).rejects.toThrow("forbids pictures");
});
