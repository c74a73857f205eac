import { describe, expect, it } from "vitest";
import { highlight } from "./yaml";

const kinds = (line: string) =>
  highlight(line)
    .filter(({ kind }) => kind !== "plain" && kind !== "mark")
    .map(({ kind, text }) => `${kind}:${text.trim()}`);

describe("highlight", () => {
  it("loses nothing", () => {
    const line = `      - {id: c1, title: "A # no comment", price: 12.5, done: true}  # why`;
    expect(
      highlight(line)
        .map(({ text }) => text)
        .join(""),
    ).toBe(line);
  });

  it("tells keys, texts, numbers, words and comments apart", () => {
    expect(kinds(`label: "Notes"`)).toEqual(["key:label", `text:"Notes"`]);
    expect(kinds("price: 12.5")).toEqual(["key:price", "number:12.5"]);
    expect(kinds("done: true  # for now")).toEqual(["key:done", "word:true", "comment:# for now"]);
    expect(kinds("# only words")).toEqual(["comment:# only words"]);
  });
});
