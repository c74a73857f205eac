import { expect, it } from "vitest";
import { activeItem, visibleNavigation } from "./nav";

it.each([
  ["/", "/"],
  ["/training", "/training"],
  ["/training/new", "/training"],
  ["/training/datasets/1", "/training/datasets"],
  ["/runs/7", "/runs"],
  ["/account", undefined],
])("at %s the item %s is lit", (pathname, to) => {
  expect(activeItem(pathname)?.to).toBe(to);
});

it("leaves groups out that hold nothing for a person", () => {
  const groups = visibleNavigation((permission) => permission === "grade");
  expect(groups.map(({ label }) => label)).toEqual(["Work", "Look"]);
});
