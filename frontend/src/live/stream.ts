import type { DecoderChoice } from "./decoders/choice";
import type { Decoder, DecoderEvents, DecoderKind } from "./decoders/decoder";
import {
  CLOSE,
  type ClientMessage,
  type ConfigMessage,
  type PhoneState,
  type PictureMessage,
  parseBinary,
  parseText,
  type Role,
  type ServerMessage,
  type StreamDevice,
  streamUrl,
} from "./protocol";
import { StatsKeeper } from "./stats";
import { createStore } from "./store";

export type Connection = "connecting" | "open" | "reconnecting" | "closed";
export type Surface = HTMLCanvasElement | HTMLVideoElement;

export interface StreamStatus {
  connection: Connection;
  /** Why we are not connected, in plain words; empty while open. */
  reason: string;
  phone: PhoneState;
  phoneReason: string;
  device: StreamDevice | null;
  role: Role;
  /** Username of whoever drives the phone now. */
  driver: string | null;
  /** Size of the picture, px; 0 before the first. */
  width: number;
  height: number;
  rotation: number;
  hasPicture: boolean;
  surface: Surface | null;
  decoder: DecoderChoice | null;
  /** The lease's end (ISO time) and, when nobody touched the phone for long, the seconds left. */
  leaseExpiresAt: string | null;
  idleWarningS: number | null;
  /** Set when the host took the wheel from this page: how the lease ended. The picture goes on. */
  leaseOver: string | null;
}

export interface StreamOptions {
  url: string;
  role: Role;
  choose(broken: ReadonlyMap<DecoderKind, string>): DecoderChoice;
  createDecoder(kind: DecoderKind, events: DecoderEvents): Decoder;
  /** Replaced in tests. */
  openSocket?(url: string): WebSocket;
}

const BACKOFF_MS = [250, 500, 1000, 2000, 4000];
const HEARTBEAT_MS = 10_000;
const PING_MS = 4000;
/** No pong for this long means the line is dead, however still the phone's screen may be. */
const SILENT_MS = 15_000;
const SCREENSHOT_MS = 20_000;
const DECODER_TRIES = 3;

const REFUSED: Record<number, string> = {
  [CLOSE.signedOut]: "You are signed out. Sign in again to go on.",
  [CLOSE.forbidden]: "You may not see this phone.",
  [CLOSE.unknown]: "There is no such phone.",
  [CLOSE.held]: "Someone else drives this phone now.",
};

/**
 * One phone's stream: a socket that comes back by itself, a decoder, and what the page shows of both.
 * A still screen sends no picture, so only a missing pong counts as a lost line.
 */
export class PhoneStream {
  readonly status = createStore<StreamStatus>({
    connection: "connecting",
    reason: "",
    phone: "connecting",
    phoneReason: "",
    device: null,
    role: "watch",
    driver: null,
    width: 0,
    height: 0,
    rotation: 0,
    hasPicture: false,
    surface: null,
    decoder: null,
    leaseExpiresAt: null,
    idleWarningS: null,
    leaseOver: null,
  });
  readonly stats = new StatsKeeper();

  private socket: WebSocket | null = null;
  private decoder: Decoder | null = null;
  private broken = new Map<DecoderKind, string>();
  private failures = 0;
  private attempt = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private timers: ReturnType<typeof setInterval>[] = [];
  private lastPong = 0;
  private lastSeq: number | null = null;
  private waitingForKey = true;
  private active = false;
  private closed = false;
  private listeners = new Set<(message: ServerMessage) => void>();
  private screenshots: { done(png: Blob): void; failed(error: Error): void }[] = [];
  private lastTextId = 0;

  constructor(private readonly options: StreamOptions) {
    this.status.set({ role: options.role });
  }

  open(): void {
    this.closed = false;
    this.connect();
    globalThis.addEventListener?.("online", this.retryNow);
  }

  close(): void {
    this.closed = true;
    globalThis.removeEventListener?.("online", this.retryNow);
    clearTimeout(this.retryTimer);
    this.stopTimers();
    this.drop();
    this.decoder?.close();
    this.decoder = null;
    this.status.set({ connection: "closed", surface: null, hasPicture: false });
  }

  /** Every JSON message, after the stream itself has looked at it. */
  onMessage(listener: (message: ServerMessage) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Sends if the line is up; tells whether it was. Input is never queued: a late tap would hit another screen. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Input by the person, as opposed to the page's own bookkeeping: keeps the lease awake. */
  input(message: ClientMessage): boolean {
    this.active = true;
    if (this.status.get().idleWarningS !== null) this.stayAwake();
    if (message.type === "touch" && (message.action === "down" || message.action === "up")) {
      this.stats.tap(performance.now());
    }
    return this.send(message);
  }

  /** Text of any language for the phone's focused field; the host answers `typed` with this number, or null when down. */
  typeText(text: string): number | null {
    const id = ++this.lastTextId;
    return this.input({ type: "text", text, id }) ? id : null;
  }

  /** "I'm here": tells the host so now, not at the next heartbeat. */
  stayAwake(): void {
    this.active = false;
    this.status.set({ idleWarningS: null });
    this.send({ type: "heartbeat", active: true });
  }

  /** A full-size PNG from the phone. Rejects when the line is down or the phone does not answer. */
  screenshot(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      if (!this.send({ type: "screenshot" })) {
        reject(new Error("The phone is not connected."));
        return;
      }
      const settle = (end: () => void) => {
        clearTimeout(timer);
        this.screenshots = this.screenshots.filter((other) => other !== waiting);
        end();
      };
      const waiting = {
        done: (png: Blob) => settle(() => resolve(png)),
        failed: (error: Error) => settle(() => reject(error)),
      };
      const timer = setTimeout(
        () => waiting.failed(new Error("The phone sent no screenshot.")),
        SCREENSHOT_MS,
      );
      this.screenshots.push(waiting);
    });
  }

  retryNow = (): void => {
    if (this.closed || this.socket) return;
    clearTimeout(this.retryTimer);
    this.attempt = 0;
    this.connect();
  };

  /** A fresh socket at once, e.g. to take the phone again after the lease ended. */
  reconnect(): void {
    this.drop();
    this.stopTimers();
    this.status.set({ connection: "connecting", leaseOver: null });
    this.retryNow();
  }

  private connect(): void {
    this.prepareDecoder();
    const mode = this.decoder?.kind === "jpeg" ? "jpeg" : "auto";
    const url = streamUrl(this.options.url, mode, this.options.role);
    const socket = this.options.openSocket?.(url) ?? new WebSocket(url);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event: MessageEvent<ArrayBuffer | string>) => {
      if (socket !== this.socket) return;
      if (typeof event.data === "string") this.text(event.data);
      else this.binary(event.data);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.socket) this.lost(event.code, event.reason);
    };
  }

  private opened(): void {
    this.lastPong = performance.now();
    this.lastSeq = null;
    this.waitingForKey = true;
    this.decoder?.reset();
    this.status.set({ connection: "open", reason: "", leaseOver: null });
    this.stopTimers();
    this.timers = [
      setInterval(() => {
        if (performance.now() - this.lastPong > SILENT_MS) {
          this.drop();
          this.lost(0, "The host stopped answering.");
          return;
        }
        this.send({ type: "ping", t: performance.now() });
      }, PING_MS),
    ];
    if (this.options.role === "drive") {
      this.timers.push(
        setInterval(() => {
          this.send({ type: "heartbeat", active: this.active });
          this.active = false;
        }, HEARTBEAT_MS),
      );
    }
  }

  private lost(code: number, words: string): void {
    this.socket = null;
    this.stopTimers();
    if (this.closed) return;
    const refused = REFUSED[code];
    if (refused) {
      this.status.set({ connection: "closed", reason: words || refused });
      return;
    }
    if (code === CLOSE.gone) this.status.set({ phone: "gone", phoneReason: words });
    const wait = BACKOFF_MS[Math.min(this.attempt, BACKOFF_MS.length - 1)] ?? 4000;
    this.attempt += 1;
    this.status.set({
      connection: "reconnecting",
      reason: words || "The connection to the phone’s host was lost.",
    });
    // Spread out, so that a restarted host is not hit by every page in the same instant.
    this.retryTimer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
  }

  private prepareDecoder(): void {
    if (this.decoder) return;
    const choice = this.options.choose(this.broken);
    const decoder = this.options.createDecoder(choice.kind, {
      drawn: ({ seq, width, height, decodeMs }) => {
        if (decoder !== this.decoder) return;
        this.failures = 0;
        this.attempt = 0;
        this.stats.frame(decodeMs, performance.now());
        this.send({ type: "ack", seq });
        this.status.set({ hasPicture: true, width, height });
      },
      failed: (message) => {
        if (decoder === this.decoder) this.decoderFailed(message);
      },
    });
    this.decoder = decoder;
    this.status.set({ decoder: choice, surface: decoder.surface, hasPicture: false });
  }

  private decoderFailed(message: string): void {
    const kind = this.decoder?.kind;
    this.failures += 1;
    if (!kind || kind === "jpeg" || this.failures < DECODER_TRIES) {
      this.resync();
      return;
    }
    // This way of showing pictures does not work here: take the next one, on a fresh socket.
    this.broken.set(kind, message);
    this.failures = 0;
    this.decoder?.close();
    this.decoder = null;
    this.drop();
    this.stopTimers();
    this.connect();
  }

  private resync(): void {
    this.waitingForKey = true;
    this.decoder?.reset();
    this.send({ type: "reset_video" });
  }

  private binary(buffer: ArrayBuffer): void {
    this.stats.bytes(buffer.byteLength, performance.now());
    const message = parseBinary(buffer);
    if (!message) return;
    switch (message.kind) {
      case "config":
        this.config(message);
        break;
      case "video":
      case "jpeg":
        this.picture(message);
        break;
      case "screenshot":
        this.screenshots[0]?.done(
          new Blob([message.data as Uint8Array<ArrayBuffer>], { type: "image/png" }),
        );
    }
  }

  private config(message: ConfigMessage): void {
    this.waitingForKey = true;
    this.status.set({ width: message.width, height: message.height, rotation: message.rotation });
    this.decoder?.configure(message);
  }

  private picture(message: PictureMessage): void {
    if (message.kind === "video") {
      // The host leaves deltas out for a slow page and goes on with a key frame; a gap before a delta is a fault.
      const gap = this.lastSeq === null ? 0 : message.seq - this.lastSeq - 1;
      this.lastSeq = message.seq;
      if (gap > 0) this.stats.skip(gap);
      if (message.key) this.waitingForKey = false;
      else if (this.waitingForKey) return;
      else if (gap > 0) {
        this.resync();
        return;
      }
    }
    this.decoder?.decode(message);
  }

  private refused(code: string, words: string): void {
    if (code === "lease_over") this.status.set({ leaseOver: words, idleWarningS: null });
    if (code === "secure_window" || code === "no_screenshot") {
      this.screenshots[0]?.failed(new Error(words));
    }
  }

  private text(data: string): void {
    const message = parseText(data);
    if (!message) return;
    switch (message.type) {
      case "hello":
        this.attempt = 0;
        this.status.set({ device: message.device, role: message.role, driver: message.driver });
        break;
      case "state":
        this.status.set({ phone: message.state, phoneReason: message.reason });
        break;
      case "size":
        // The phone's own size; the picture's comes with its frames and may be smaller.
        this.status.set({ rotation: message.rotation });
        break;
      case "driver":
        this.status.set({ driver: message.username });
        break;
      case "lease":
        this.status.set({
          leaseExpiresAt: message.expires_at,
          idleWarningS: message.idle_warning_s,
        });
        break;
      case "pong":
        this.lastPong = performance.now();
        this.stats.pong(performance.now() - message.t);
        break;
      case "error":
        this.refused(message.code, message.message);
        break;
      case "ended":
        this.drop();
        this.stopTimers();
        this.status.set({ connection: "closed", reason: message.reason });
        break;
    }
    for (const listener of [...this.listeners]) listener(message);
  }
}
