import { expect, it } from "vitest";
import { absoluteTime, formatDuration, relativeTime } from "./time";

const now = new Date("2026-03-01T12:00:00Z");
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now);

it.each([
  [3, "just now"],
  [61, "1 minute ago"],
  [59 * 60, "59 minutes ago"],
  [3600 * 5 + 60, "5 hours ago"],
  [86_400 + 5, "yesterday"],
  [86_400 * 9, "last week"],
  [-30, "in a moment"],
  [-120, "in 2 minutes"],
])("%d seconds ago is %s", (seconds, words) => {
  expect(ago(seconds)).toBe(words);
});

it("shows a moment in the person's own time zone", () => {
  expect(absoluteTime(now, "Asia/Shanghai")).toContain("20:00:00");
  expect(absoluteTime(now, "America/New_York")).toContain("07:00:00");
});

it.each([
  [null, "–"],
  [0.4, "0 s"],
  [59, "59 s"],
  [60, "1 min"],
  [75, "1 min 15 s"],
  [3725, "1 h 2 min"],
])("a duration of %s is %s", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});
