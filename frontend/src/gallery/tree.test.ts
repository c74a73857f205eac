import { describe, expect, it } from "vitest";
import { brief, type Change, changed, type Json, told } from "./tree";

const root = ["apps", "shop"];
const value: Json = { cart: { c1: { id: "c1", quantity: 1 } }, open: true };
const change = (path: string[], after: Json, gone = false): Change => ({
  path,
  before: null,
  after,
  gone,
});

describe("changed", () => {
  it("puts a value deep in the branch and leaves the old one alone", () => {
    const next = changed(value, root, change(["apps", "shop", "cart", "c1", "quantity"], 3));
    expect(next).toEqual({ cart: { c1: { id: "c1", quantity: 3 } }, open: true });
    expect(value).toEqual({ cart: { c1: { id: "c1", quantity: 1 } }, open: true });
  });

  it("adds and removes rows", () => {
    const more = changed(value, root, change(["apps", "shop", "cart", "c2"], { id: "c2" }));
    expect(Object.keys((more as { cart: object }).cart)).toEqual(["c1", "c2"]);
    const less = changed(value, root, change(["apps", "shop", "cart", "c1"], null, true));
    expect(less).toEqual({ cart: {}, open: true });
  });

  it("keeps the very branch when the change lies elsewhere", () => {
    expect(changed(value, root, change(["sys", "settings", "x"], 1))).toBe(value);
  });

  it("takes its part of a change that lies above it", () => {
    expect(changed(value, root, change(["apps"], { shop: { open: false } }))).toEqual({
      open: false,
    });
    expect(changed(value, root, change(["apps", "shop"], null, true))).toBeNull();
  });
});

describe("brief", () => {
  it("says much in little", () => {
    expect(brief({ a: 1, b: 2 })).toBe("{2}");
    expect(told({ title: "Milk", done: false })).toBe("{title: “Milk”, done: false}");
    expect(brief([])).toBe("[]");
    expect(brief(null)).toBe("none");
    expect(brief("x".repeat(80), 10)).toBe(`“${"x".repeat(8)}…`);
  });
});
