import { describe, expect, it } from "vitest";
import type { StepElement } from "../api/types";
import { tap } from "../test/samples";
import {
  describeAction,
  describeStep,
  direction,
  elementName,
  isOutsideActionSpace,
  shapeOf,
} from "./actions";

const element = (more: Partial<StepElement>): StepElement => ({
  id: "",
  role: "button",
  text: "",
  desc: "",
  bounds: [0, 0, 1, 1],
  ...more,
});

describe("an action in words", () => {
  it.each([
    [tap(1, 2), element({ text: "Save" }), "Tap “Save”"],
    [tap(1, 2), null, "Tap"],
    [
      { name: "long_press", arguments: { points: [[1, 2]] } },
      element({ desc: "Photo" }),
      "Long press “Photo”",
    ],
    [
      {
        name: "scroll",
        arguments: {
          points: [
            [5, 900],
            [5, 100],
          ],
        },
      },
      null,
      "Swipe up",
    ],
    [{ name: "type", arguments: { text: "milk\nand eggs" } }, null, "Type “milk and eggs”"],
    [{ name: "button_press", arguments: { type: "back" } }, null, "Press Back"],
    [{ name: "open_app", arguments: { package: "com.phoneworld.notes" } }, null, "Open Notes"],
    [{ name: "wait", arguments: { time: 1500 } }, null, "Wait 1.5 s"],
    [{ name: "finish", arguments: { text: "" } }, null, "Finish"],
    [{ name: "something_new", arguments: {} }, null, "something new"],
  ])("%j", (action, on, words) => {
    expect(describeAction(action, on)).toBe(words);
  });

  it.each([
    ["rotate button: the action space has no such action", "Rotate the phone"],
    ["volume up button: the action space has no such action", "Press Volume up"],
  ])("says what was done where there is no action for it: %s", (flag, words) => {
    const step = { action: { name: "wait", arguments: { time: 0 } }, flag };
    expect(describeStep({ ...step, element: null, secret: false })).toBe(words);
    expect(isOutsideActionSpace(step)).toBe(true);
    expect(isOutsideActionSpace({ ...step, flag: "" })).toBe(false);
  });

  it("is clipped between characters, not within one", () => {
    const family = "👨‍👩‍👧";
    const words = (text: string) => describeAction({ name: "type", arguments: { text } }, null);
    expect(words(`${"a".repeat(38)}${family}bc`)).toBe(`Type “${"a".repeat(38)}${family}…”`);
    expect(words(family.repeat(40))).toBe(`Type “${family.repeat(40)}”`);
  });

  it("never shows a secret text", () => {
    const words = describeAction({ name: "type", arguments: { text: "hunter2" } }, null, true);
    expect(words).not.toContain("hunter2");
  });

  it("names an element by its id when it says nothing itself", () => {
    expect(elementName(element({ id: "com.app:id/save_button" }))).toBe("save button");
  });
});

describe("what is drawn", () => {
  it("rings where a finger rested, a path where it went", () => {
    expect(shapeOf(tap(3, 4))).toEqual({ kind: "ring", at: [3, 4], style: "tap" });
    expect(
      shapeOf({
        name: "drag",
        arguments: {
          points: [
            [1, 2],
            [3, 4],
          ],
        },
      }),
    ).toEqual({
      kind: "path",
      from: [1, 2],
      to: [3, 4],
      style: "drag",
    });
  });

  it("nothing for actions without a place, or with a broken one", () => {
    expect(shapeOf({ name: "type", arguments: { text: "a" } }).kind).toBe("none");
    expect(shapeOf({ name: "click", arguments: { points: "here" } }).kind).toBe("none");
    expect(shapeOf({ name: "scroll", arguments: { points: [[1, 2]] } }).kind).toBe("none");
  });

  it("tells the main direction of a slanted path", () => {
    expect(direction([0, 0], [100, 30])).toBe("right");
    expect(direction([0, 0], [-10, 30])).toBe("down");
  });
});
