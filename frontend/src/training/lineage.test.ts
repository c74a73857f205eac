import { expect, it } from "vitest";
import { BOX, layOut } from "./lineage";
import type { Lineage } from "./types";

const node = (id: string): Lineage["nodes"][number] => ({
  id,
  kind: "checkpoint",
  name: id,
  note: "",
  this: false,
});

it("puts everything right of all that it comes from", () => {
  const layout = layOut({
    nodes: ["rl", "sft", "data", "more"].map(node),
    edges: [
      ["data", "sft"],
      ["sft", "rl"],
      ["data", "rl"],
      ["sft", "more"],
      ["gone", "rl"],
    ],
  });
  const at = Object.fromEntries(layout.boxes.map(({ node: { id }, x, y }) => [id, [x, y]]));
  const column = BOX.width + BOX.across;
  expect(at.data).toEqual([0, 0]);
  expect(at.sft).toEqual([column, 0]);
  expect([at.rl, at.more]).toContainEqual([2 * column, 0]);
  expect([at.rl, at.more]).toContainEqual([2 * column, BOX.height + BOX.down]);
  expect(layout.lines).toHaveLength(4);
  expect(layout.width).toBe(3 * BOX.width + 2 * BOX.across);
});

it("ends on a circle", () => {
  const layout = layOut({
    nodes: [node("a"), node("b")],
    edges: [
      ["a", "b"],
      ["b", "a"],
    ],
  });
  expect(layout.boxes).toHaveLength(2);
});
