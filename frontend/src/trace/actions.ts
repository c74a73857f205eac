import type { Action, Step, StepElement } from "../api/types";

export type Point = readonly [number, number];

/** What an overlay has to draw for an action, in device pixels. */
export type ActionShape =
  | { kind: "ring"; at: Point; style: "tap" | "double" | "hold" }
  | { kind: "path"; from: Point; to: Point; style: "scroll" | "drag" }
  | { kind: "none" };

function points(action: Action): Point[] {
  const given = action.arguments.points;
  if (!Array.isArray(given)) return [];
  return given.filter(
    (p): p is [number, number] =>
      Array.isArray(p) && p.length === 2 && typeof p[0] === "number" && typeof p[1] === "number",
  );
}

export function shapeOf(action: Action): ActionShape {
  const [first, second] = points(action);
  switch (action.name) {
    case "click":
      return first ? { kind: "ring", at: first, style: "tap" } : { kind: "none" };
    case "double_click":
      return first ? { kind: "ring", at: first, style: "double" } : { kind: "none" };
    case "long_press":
      return first ? { kind: "ring", at: first, style: "hold" } : { kind: "none" };
    case "scroll":
    case "drag":
      return first && second
        ? { kind: "path", from: first, to: second, style: action.name }
        : { kind: "none" };
    default:
      return { kind: "none" };
  }
}

/** Which way the finger went, as a person would say it. */
export function direction(from: Point, to: Point): "up" | "down" | "left" | "right" {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "right" : "left";
  return dy > 0 ? "down" : "up";
}

function text(action: Action, name: string): string {
  const value = action.arguments[name];
  return typeof value === "string" ? value : "";
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** One line of at most so many characters, as a reader counts them. */
function clip(value: string, length = 40): string {
  const flat = value.replace(/\s+/g, " ").trim();
  if (flat.length <= length) return flat;
  const seen = Array.from(graphemes.segment(flat.slice(0, length * 32)), ({ segment }) => segment);
  return seen.length > length ? `${seen.slice(0, length - 1).join("")}…` : flat;
}

/** The words by which a person knows the element: its text, its description, its id's last part. */
export function elementName(element: StepElement | null): string {
  if (!element) return "";
  const id = element.id?.split("/").pop()?.replaceAll("_", " ") ?? "";
  return clip(element.text || element.desc || id);
}

/** "com.phoneworld.notes" → "Notes": good enough to recognise it; the full name stands in the details. */
function appName(action: Action): string {
  const last = text(action, "package").split(".").pop() ?? "";
  return last.charAt(0).toUpperCase() + last.slice(1);
}

const BUTTONS: Record<string, string> = {
  back: "Press Back",
  home: "Press Home",
  recents: "Press Recents",
  menu: "Press Menu",
  enter: "Press Enter",
};

/** One short line for an action: "Tap “Save”", "Scroll up", "Type “milk”". */
export function describeAction(
  action: Action,
  element: StepElement | null,
  secret = false,
): string {
  const name = elementName(element);
  const on = name ? ` “${name}”` : "";
  const shape = shapeOf(action);
  switch (action.name) {
    case "click":
      return `Tap${on}`;
    case "double_click":
      return `Double tap${on}`;
    case "long_press":
      return `Long press${on}`;
    case "scroll":
      return shape.kind === "path" ? `Swipe ${direction(shape.from, shape.to)}` : "Swipe";
    case "drag":
      return `Drag${on}`;
    case "type":
      return secret ? "Type a secret text" : `Type “${clip(text(action, "text"))}”`;
    case "button_press":
      return BUTTONS[text(action, "type")] ?? `Press ${text(action, "type")}`;
    case "open_app":
      return `Open ${appName(action)}`;
    case "close_app":
      return `Close ${appName(action)}`;
    case "wait": {
      const ms = Number(action.arguments.time ?? 0);
      return `Wait ${ms >= 1000 ? `${Math.round(ms / 100) / 10} s` : `${ms} ms`}`;
    }
    case "output":
      return `Answer “${clip(text(action, "text"))}”`;
    case "finish":
      return text(action, "text") ? `Finish: “${clip(text(action, "text"))}”` : "Finish";
    case "call_user":
      return `Hand over: “${clip(text(action, "text"))}”`;
    default:
      return action.name.replaceAll("_", " ");
  }
}

/** A button that the action space has no action for: recorded as a wait of no time, with a note. */
export function isOutsideActionSpace(step: Pick<Step, "action" | "flag">): boolean {
  return step.action.name === "wait" && step.action.arguments.time === 0 && Boolean(step.flag);
}

/** One short line for a step, also where the action space has no action for it: "Press Volume up". */
export function describeStep(step: Pick<Step, "action" | "element" | "secret" | "flag">): string {
  if (!isOutsideActionSpace(step)) return describeAction(step.action, step.element, step.secret);
  const button = step.flag.split(" button:")[0] ?? "";
  if (button === "rotate") return "Rotate the phone";
  return `Press ${button.charAt(0).toUpperCase()}${button.slice(1)}`;
}
