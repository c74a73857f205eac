import { expect, it } from "vitest";
import { blocksOf, wordsOf } from "./markdown";

it("reads what a card consists of, and leaves the front matter out", () => {
  const card = [
    "---",
    "license: other",
    "---",
    "# Name",
    "One line",
    "and another.",
    "- first",
    "- **second**",
    "",
    "| what | share |",
    "|---|---:|",
    "| all | 43 % |",
    "```",
    "# no heading",
    "```",
  ].join("\n");
  expect(blocksOf(card)).toEqual([
    { kind: "heading", text: "Name", level: 1 },
    { kind: "paragraph", text: "One line and another." },
    { kind: "list", items: ["first", "**second**"] },
    { kind: "table", head: ["what", "share"], rows: [["all", "43 %"]] },
    { kind: "code", text: "# no heading" },
  ]);
});

it("keeps a script what it is: text", () => {
  expect(blocksOf("<script>alert(1)</script>")).toEqual([
    { kind: "paragraph", text: "<script>alert(1)</script>" },
  ]);
});

it("finds bold words and code in a line", () => {
  expect(wordsOf("of **0.6 million** in `compact`")).toEqual([
    { text: "of ", style: "plain" },
    { text: "0.6 million", style: "bold" },
    { text: " in ", style: "plain" },
    { text: "compact", style: "code" },
  ]);
});
