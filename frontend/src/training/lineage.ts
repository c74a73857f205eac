/** Where the boxes of a lineage stand: what came first to the left, what was made of it to the right. */
import type { Lineage, LineageNode } from "./types";

export const BOX = { width: 196, height: 60, across: 44, down: 14 };

export interface Placed {
  node: LineageNode;
  x: number;
  y: number;
}

export interface Layout {
  boxes: Placed[];
  /** From the right edge of one box to the left edge of another. */
  lines: { from: Placed; to: Placed }[];
  width: number;
  height: number;
}

/** A node stands right of all that it comes from. A circle, which cannot be, ends the walk. */
function depths({ nodes, edges }: Lineage): Map<string, number> {
  const depth = new Map(nodes.map(({ id }) => [id, 0]));
  for (let round = 0; round < nodes.length; round++) {
    let moved = false;
    for (const [from = "", to = ""] of edges) {
      const wanted = (depth.get(from) ?? 0) + 1;
      if (depth.has(from) && depth.has(to) && (depth.get(to) as number) < wanted) {
        depth.set(to, wanted);
        moved = true;
      }
    }
    if (!moved) break;
  }
  return depth;
}

export function layOut(lineage: Lineage): Layout {
  const depth = depths(lineage);
  const filled: number[] = [];
  const boxes = [...lineage.nodes]
    .sort((a, b) => (depth.get(a.id) as number) - (depth.get(b.id) as number))
    .map((node) => {
      const column = depth.get(node.id) as number;
      const row = filled[column] ?? 0;
      filled[column] = row + 1;
      return {
        node,
        x: column * (BOX.width + BOX.across),
        y: row * (BOX.height + BOX.down),
      };
    });
  const at = new Map(boxes.map((box) => [box.node.id, box]));
  const lines = lineage.edges.flatMap(([a = "", b = ""]) => {
    const from = at.get(a);
    const to = at.get(b);
    return from && to ? [{ from, to }] : [];
  });
  const rows = Math.max(1, ...filled.map((count) => count ?? 0));
  return {
    boxes,
    lines,
    width: filled.length * (BOX.width + BOX.across) - BOX.across,
    height: rows * (BOX.height + BOX.down) - BOX.down,
  };
}
