import type { Bounds } from "../api/types";
import type { Point } from "./actions";

/** An element as it is stored with a step. */
interface StoredNode {
  parent: number | null;
  role: string;
  class?: string;
  id: string;
  text: string;
  desc: string;
  bounds: Bounds;
  [flag: string]: unknown;
}

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
  "long_clickable",
  "checkable",
  "checked",
  "scrollable",
  "focused",
  "selected",
  "password",
];

/** Reads a stored tree into rows in document order, each with its depth. Throws on anything else. */
export function readUiTree(stored: unknown): UiNode[] {
  const nodes = (stored as { nodes?: unknown } | null)?.nodes;
  if (!Array.isArray(nodes)) throw new Error("The stored UI tree cannot be read.");
  const rows: UiNode[] = [];
  for (const [key, node] of (nodes as StoredNode[]).entries()) {
    const parent = node.parent === null ? undefined : rows[node.parent];
    rows.push({
      key,
      depth: parent ? parent.depth + 1 : 0,
      role: node.role || node.class?.split(".").pop() || "element",
      id: node.id,
      text: node.text,
      desc: node.desc,
      bounds: node.bounds,
      flags: [
        ...FLAGS.filter((flag) => node[flag] === true).map((flag) => flag.replace("_", " ")),
        ...(node.enabled === false ? ["disabled"] : []),
      ],
    });
  }
  return rows;
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
