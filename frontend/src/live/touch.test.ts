import { beforeEach, describe, expect, it } from "vitest";
import type { ClientMessage } from "./protocol";
import { type Geometry, TouchMapper, toVideo, wheelNotches } from "./touch";

const portrait: Geometry = {
  left: 100,
  top: 50,
  width: 270,
  height: 600,
  videoWidth: 540,
  videoHeight: 1200,
};

let geometry: Geometry | null;
let sent: ClientMessage[];
let mapper: TouchMapper;

beforeEach(() => {
  geometry = portrait;
  sent = [];
  mapper = new TouchMapper(
    () => geometry,
    (message) => sent.push(message),
  );
});

const finger = (id: number, x: number, y: number, mirrored = false) => ({ id, x, y, mirrored });
const brief = () =>
  sent.map((m) => (m.type === "touch" ? `${m.action} ${m.pointer} ${m.x},${m.y}` : m.type));

describe("places", () => {
  it("scales the page's pixels to the picture's", () => {
    expect(toVideo(portrait, 100, 50)).toEqual({ x: 0, y: 0 });
    expect(toVideo(portrait, 235, 350)).toEqual({ x: 270, y: 600 });
  });

  it("holds a finger that leaves the glass at its edge", () => {
    expect(toVideo(portrait, 5000, -20)).toEqual({ x: 539, y: 0 });
  });
});

describe("fingers", () => {
  it("sends begin and end at once and only the last place in between", () => {
    mapper.down(finger(7, 100, 50));
    mapper.move({ id: 7, x: 110, y: 60 });
    mapper.move({ id: 7, x: 120, y: 70 });
    mapper.flush();
    mapper.flush();
    mapper.up(7);
    expect(brief()).toEqual(["down 0 0,0", "move 0 40,40", "up 0 40,40"]);
    expect(sent[0]).toMatchObject({ w: 540, h: 1200 });
  });

  it("sends the last move before the end", () => {
    mapper.down(finger(7, 100, 50));
    mapper.move({ id: 7, x: 120, y: 70 });
    mapper.up(7);
    expect(brief()).toEqual(["down 0 0,0", "move 0 40,40", "up 0 40,40"]);
  });

  it("gives each finger its own slot and uses freed slots again", () => {
    mapper.down(finger(7, 100, 50));
    mapper.down(finger(9, 110, 50));
    mapper.up(7);
    mapper.down(finger(12, 120, 50));
    expect(brief()).toEqual(["down 0 0,0", "down 1 20,0", "up 0 0,0", "down 0 40,0"]);
  });

  it("pinches with a mirrored second finger", () => {
    mapper.down(finger(7, 100, 50, true));
    mapper.up(7);
    expect(brief()).toEqual(["down 0 0,0", "down 1 539,1199", "up 0 0,0", "up 1 539,1199"]);
  });

  it("cancels what is down when the picture turns, and sends no end after it", () => {
    mapper.down(finger(7, 100, 50));
    geometry = { ...portrait, width: 600, height: 270, videoWidth: 1200, videoHeight: 540 };
    mapper.move({ id: 7, x: 130, y: 80 });
    mapper.flush();
    mapper.up(7);
    expect(brief().map((line) => line.split(" ")[0])).toEqual(["down", "cancel"]);
    expect(mapper.pressed).toBe(false);
  });

  it("cancels all fingers at once", () => {
    mapper.down(finger(1, 100, 50));
    mapper.down(finger(2, 110, 50));
    mapper.cancelAll();
    expect(brief().slice(2)).toEqual(["cancel 0 0,0", "cancel 1 20,0"]);
  });

  it("takes no finger before there is a picture", () => {
    geometry = null;
    expect(mapper.down(finger(1, 100, 50))).toBe(false);
    expect(sent).toEqual([]);
  });
});

it("counts wheel movement in notches, whatever unit the browser uses", () => {
  expect(wheelNotches({ deltaX: 0, deltaY: 100, deltaMode: 0 })).toEqual({ dx: 0, dy: -1 });
  expect(wheelNotches({ deltaX: 0, deltaY: -5, deltaMode: 1 })).toEqual({ dx: 0, dy: 2 });
});
