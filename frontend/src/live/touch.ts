import type { ClientMessage, TouchAction } from "./protocol";

/** Where the picture lies on the page (CSS px) and how large it is itself (video px). */
export interface Geometry {
  left: number;
  top: number;
  width: number;
  height: number;
  videoWidth: number;
  videoHeight: number;
}

export interface PointerInput {
  id: number;
  x: number;
  y: number;
  /** Ctrl held: a second finger mirrors the first around the middle, to pinch or rotate. */
  mirrored: boolean;
}

interface Finger {
  slot: number;
  mirrorSlot: number | null;
  x: number;
  y: number;
  moved: boolean;
}

type Send = (message: ClientMessage) => void;

/** Page coordinates to picture coordinates, held inside the picture. */
export function toVideo(geometry: Geometry, x: number, y: number): { x: number; y: number } {
  const inside = (value: number, size: number) =>
    Math.min(size - 1, Math.max(0, Math.floor(value)));
  return {
    x: inside(((x - geometry.left) / geometry.width) * geometry.videoWidth, geometry.videoWidth),
    y: inside(((y - geometry.top) / geometry.height) * geometry.videoHeight, geometry.videoHeight),
  };
}

/**
 * Pointers in, touches out. Moves wait for `flush` (once a display frame), begin and end do not.
 * A finger that is down when the picture turns, the page loses focus or the line drops is cancelled:
 * otherwise it would stay on the glass for ever.
 */
export class TouchMapper {
  private fingers = new Map<number, Finger>();
  private aimedAt: string | null = null;

  constructor(
    private readonly geometry: () => Geometry | null,
    private readonly send: Send,
  ) {}

  get pressed(): boolean {
    return this.fingers.size > 0;
  }

  down({ id, x, y, mirrored }: PointerInput): boolean {
    const geometry = this.current();
    if (!geometry) return false;
    if (this.fingers.has(id)) this.cancel(id);
    const finger: Finger = { slot: this.freeSlot(), mirrorSlot: null, x, y, moved: false };
    this.fingers.set(id, finger);
    if (mirrored) finger.mirrorSlot = this.freeSlot(finger.slot);
    this.emit(geometry, finger, "down");
    return true;
  }

  move({ id, x, y }: Pick<PointerInput, "id" | "x" | "y">): void {
    const finger = this.fingers.get(id);
    if (!finger || (finger.x === x && finger.y === y)) return;
    finger.x = x;
    finger.y = y;
    finger.moved = true;
  }

  up(id: number): void {
    const finger = this.fingers.get(id);
    const geometry = this.current();
    if (!finger || !geometry || !this.fingers.has(id)) return;
    this.flush();
    this.fingers.delete(id);
    this.emit(geometry, finger, "up");
  }

  cancel(id: number): void {
    const finger = this.fingers.get(id);
    const geometry = this.geometry();
    this.fingers.delete(id);
    if (finger && geometry) this.emit(geometry, finger, "cancel");
  }

  cancelAll(): void {
    for (const id of [...this.fingers.keys()]) this.cancel(id);
  }

  /** Sends each finger's last place, if it moved. */
  flush(): void {
    const geometry = this.current();
    if (!geometry) return;
    for (const finger of this.fingers.values()) {
      if (!finger.moved) continue;
      finger.moved = false;
      this.emit(geometry, finger, "move");
    }
  }

  /** The geometry now; a picture of another size than the one the fingers were put on ends them. */
  private current(): Geometry | null {
    const geometry = this.geometry();
    const aim = geometry && `${geometry.videoWidth}x${geometry.videoHeight}`;
    if (this.aimedAt !== null && aim !== this.aimedAt) this.cancelAll();
    this.aimedAt = aim;
    return geometry;
  }

  private freeSlot(taken?: number): number {
    const used = new Set([...this.fingers.values()].flatMap((f) => [f.slot, f.mirrorSlot]));
    let slot = 0;
    while (used.has(slot) || slot === taken) slot += 1;
    return slot;
  }

  private emit(geometry: Geometry, finger: Finger, action: TouchAction): void {
    const { videoWidth: w, videoHeight: h } = geometry;
    const at = toVideo(geometry, finger.x, finger.y);
    this.send({ type: "touch", action, pointer: finger.slot, ...at, w, h });
    if (finger.mirrorSlot !== null) {
      const mirror = { x: w - 1 - at.x, y: h - 1 - at.y };
      this.send({ type: "touch", action, pointer: finger.mirrorSlot, ...mirror, w, h });
    }
  }
}

const LINES_TO_PX = 40;
const PAGE_TO_PX = 800;
/** One notch of a mouse wheel, px as browsers report it. */
const NOTCH_PX = 100;

/** Wheel movement in notches, Android's sense: positive dy shows what lies above. */
export function wheelNotches(event: Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode">): {
  dx: number;
  dy: number;
} {
  const unit = event.deltaMode === 1 ? LINES_TO_PX : event.deltaMode === 2 ? PAGE_TO_PX : 1;
  return { dx: -(event.deltaX * unit) / NOTCH_PX || 0, dy: -(event.deltaY * unit) / NOTCH_PX || 0 };
}

/** Listens on the picture. Returns how to stop. */
export function attachTouch(
  element: HTMLElement,
  geometry: () => Geometry | null,
  send: Send,
  onButton: (name: "back" | "home") => void,
): () => void {
  const mapper = new TouchMapper(geometry, send);
  const wheel = { dx: 0, dy: 0, x: 0, y: 0, waiting: false };
  const ended = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    handler: (event: HTMLElementEventMap[K]) => void,
    options?: AddEventListenerOptions,
  ) => element.addEventListener(name, handler, { ...options, signal: ended.signal });

  let frame = 0;
  const flushSoon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      mapper.flush();
      if (wheel.waiting) sendWheel();
    });
  };
  const sendWheel = () => {
    const place = geometry();
    wheel.waiting = false;
    if (!place) return;
    const { dx, dy, x, y } = wheel;
    wheel.dx = wheel.dy = 0;
    const at = toVideo(place, x, y);
    send({ type: "wheel", ...at, w: place.videoWidth, h: place.videoHeight, dx, dy });
  };

  on("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) {
      // As in scrcpy: right goes back, middle goes home.
      if (event.button === 2) onButton("back");
      if (event.button === 1) onButton("home");
      event.preventDefault();
      return;
    }
    const point = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      mirrored: event.ctrlKey,
    };
    if (!mapper.down(point)) return;
    element.setPointerCapture(event.pointerId);
  });
  on("pointermove", (event) => {
    if (!mapper.pressed) return;
    mapper.move({ id: event.pointerId, x: event.clientX, y: event.clientY });
    flushSoon();
  });
  on("pointerup", (event) => {
    mapper.move({ id: event.pointerId, x: event.clientX, y: event.clientY });
    mapper.up(event.pointerId);
  });
  on("pointercancel", (event) => mapper.cancel(event.pointerId));
  on("lostpointercapture", (event) => mapper.cancel(event.pointerId));
  on("contextmenu", (event) => event.preventDefault());
  on("auxclick", (event) => event.preventDefault());
  on(
    "wheel",
    (event) => {
      event.preventDefault();
      const notches = wheelNotches(event);
      wheel.dx += notches.dx;
      wheel.dy += notches.dy;
      wheel.x = event.clientX;
      wheel.y = event.clientY;
      wheel.waiting = true;
      flushSoon();
    },
    { passive: false },
  );
  const letGo = () => mapper.cancelAll();
  window.addEventListener("blur", letGo, { signal: ended.signal });
  document.addEventListener("visibilitychange", letGo, { signal: ended.signal });

  return () => {
    ended.abort();
    cancelAnimationFrame(frame);
    mapper.cancelAll();
  };
}
