import { describe, expect, it } from "vitest";
import type { StepElement } from "../api/types";
import { tap } from "../test/samples";
import { describeAction, direction, elementName, shapeOf } from "./actions";

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
