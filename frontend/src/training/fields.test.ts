import { expect, it } from "vitest";
import { aside, changes, fault, told, valuesOf } from "./fields";
import type { FieldAbout } from "./types";

const field = (more: Partial<FieldAbout>): FieldAbout => ({
  name: "steps",
  label: "Steps",
  help: "",
  type: "int",
  default: 50,
  choices: null,
  min: 1,
  max: null,
  unit: "",
  group: "",
  advanced: false,
  ...more,
});
const fields = [
  field({}),
  field({ name: "learning_rate", type: "float", default: 3e-4, min: 0, group: "Learning" }),
  field({ name: "bf16", type: "bool", default: true, advanced: true, group: "Machine" }),
  field({ name: "server", type: "str", default: "", advanced: true }),
];

it("sends only what differs from the preset, numbers as numbers", () => {
  const preset = { steps: 150 };
  const typed = { ...valuesOf(fields, preset), learning_rate: "1e-5", bf16: false };
  expect(valuesOf(fields, preset).steps).toBe(150);
  expect(changes(fields, preset, typed)).toEqual({ learning_rate: 1e-5, bf16: false });
  expect(changes(fields, preset, { ...typed, steps: "150" })).not.toHaveProperty("steps");
  expect(changes(fields, preset, { ...typed, steps: 50 })).toHaveProperty("steps", 50);
});

it.each([
  ["", "A number is needed."],
  ["many", "A number is needed."],
  ["1.5", "A whole number is needed."],
  [0, "At least 1."],
  [2, ""],
])("says what is wrong with %s before the server does", (value, words) => {
  expect(fault(field({}), value)).toBe(words);
});

it("tells values as people read them", () => {
  expect(told(true)).toBe("yes");
  expect(told("")).toBe("–");
  expect(told(57_600)).toBe("57,600");
  expect(told(60, field({ unit: "s" }))).toBe("60 s");
});

it("groups what stands aside", () => {
  expect(aside(fields).map(([group, of]) => [group, of.map(({ name }) => name)])).toEqual([
    ["Machine", ["bf16"]],
    ["More", ["server"]],
  ]);
});
