import type { Bounds } from "../api/types";
import type { Point } from "./actions";

export interface UiNode {
  /** Place in document order; unique within its tree. */
  key: number;
  depth: number;
  role: string;
  id: string;
  text: string;
  desc: string;
  bounds: Bounds;
  flags: string[];
}

const FLAGS = [
  "clickable",
  "long-clickable",
  "checkable",
  "checked",
  "scrollable",
  "focused",
  "selected",
  "password",
];
const BOUNDS = /\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]/;

/** Reads uiautomator's XML into a flat list in document order. Throws on anything that is not such a tree. */
export function parseUiTree(xml: string): UiNode[] {
  const document = new DOMParser().parseFromString(xml, "text/xml");
  if (!document.querySelector("hierarchy, node") || document.querySelector("parsererror")) {
    throw new Error("The stored UI tree cannot be read.");
  }
  const nodes: UiNode[] = [];
  function walk(element: Element, depth: number) {
    for (const child of element.children) {
      if (child.tagName !== "node") {
        walk(child, depth);
        continue;
      }
      const get = (name: string) => child.getAttribute(name) ?? "";
      const found = BOUNDS.exec(get("bounds"));
      nodes.push({
        key: nodes.length,
        depth,
        role: get("class").split(".").pop() ?? "",
        id: get("resource-id"),
        text: get("text"),
        desc: get("content-desc"),
        bounds: found ? ([1, 2, 3, 4].map((i) => Number(found[i])) as Bounds) : [0, 0, 0, 0],
        flags: [
          ...FLAGS.filter((flag) => get(flag) === "true"),
          ...(get("enabled") === "false" ? ["disabled"] : []),
        ],
      });
      walk(child, depth + 1);
    }
  }
  walk(document.documentElement, 0);
  return nodes;
}

/** The smallest element under a point; of equals, the one drawn last. */
export function nodeAt(nodes: UiNode[], [x, y]: Point): UiNode | null {
  let best: UiNode | null = null;
  let bestArea = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const [left, top, right, bottom] = node.bounds;
    if (x < left || x >= right || y < top || y >= bottom) continue;
    const area = (right - left) * (bottom - top);
    if (area <= bestArea) {
      best = node;
      bestArea = area;
    }
  }
  return best;
}

/** Elements that say or do something; bare containers only blur the view. */
export function isTelling(node: UiNode): boolean {
  return Boolean(node.text || node.desc || node.flags.length > 0);
}
