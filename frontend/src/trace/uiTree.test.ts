import { describe, expect, it } from "vitest";
import { isTelling, nodeAt, readUiTree } from "./uiTree";

const stored = {
  stale: false,
  nodes: [
    {
      parent: null,
      role: "group",
      id: "",
      text: "",
      desc: "",
      bounds: [0, 0, 540, 1200],
      enabled: true,
    },
    {
      parent: 0,
      role: "list",
      id: "",
      text: "",
      desc: "",
      bounds: [0, 100, 540, 1000],
      scrollable: true,
    },
    {
      parent: 1,
      role: "button",
      id: "x:id/row",
      text: "Wi-Fi",
      desc: "",
      bounds: [0, 100, 540, 200],
      clickable: true,
    },
    {
      parent: 1,
      role: "button",
      id: "x:id/row",
      text: "Off",
      desc: "",
      bounds: [0, 200, 540, 300],
      enabled: false,
    },
    { parent: 0, role: "image", id: "", text: "", desc: "Logo", bounds: [0, 0, 540, 1200] },
  ],
};

describe("a stored UI tree", () => {
  it("keeps its order and depth", () => {
    expect(readUiTree(stored).map((n) => [n.depth, n.role])).toEqual([
      [0, "group"],
      [1, "list"],
      [2, "button"],
      [2, "button"],
      [1, "image"],
    ]);
  });

  it("says what an element can do, in words", () => {
    const nodes = readUiTree(stored);
    expect(nodes[2]?.flags).toEqual(["clickable"]);
    expect(nodes[3]?.flags).toEqual(["disabled"]);
  });

  it("finds the smallest element under the pointer, of equals the one on top", () => {
    const nodes = readUiTree(stored);
    expect(nodeAt(nodes, [10, 150])?.text).toBe("Wi-Fi");
    expect(nodeAt(nodes, [10, 1100])?.desc).toBe("Logo");
    expect(nodeAt(nodes, [10, 200])?.text).toBe("Off");
    expect(nodeAt(nodes, [900, 150])).toBeNull();
  });

  it("tells empty containers from elements that matter", () => {
    expect(readUiTree(stored).filter(isTelling)).toHaveLength(4);
  });

  it.each([null, {}, "<xml/>", { nodes: "none" }])("refuses %j", (bad) => {
    expect(() => readUiTree(bad)).toThrow(/cannot be read/);
  });
});
