import { expect, it } from "vitest";
import { about, ago, append, bytes, figure, type ProgressLine, smooth, tabulate } from "./progress";

const line = (step: number, values: ProgressLine["values"]): ProgressLine => ({
  step,
  of: 10,
  at: 0,
  phase: "train",
  values,
});

it("forgets what a trainer said of steps that it does again after a resume", () => {
  const known = [1, 2, 3].map((step) => line(step, { loss: step }));
  const now = append(known, [line(2, { loss: 20 }), line(3, { loss: 30 })]);
  expect(now.map(({ step, values }) => [step, values.loss])).toEqual([
    [1, 1],
    [2, 2],
    [2, 20],
    [3, 30],
  ]);
  expect(tabulate(now)).toEqual({ steps: [1, 2, 3], values: { loss: [1, 20, 30] } });
  expect(known).toHaveLength(3);
});

it("puts what a step says in several lines beside each other, and leaves gaps where it says nothing", () => {
  const table = tabulate([
    line(1, { reward_mock: 0.5 }),
    line(1, { loss: 2 }),
    line(2, { loss: Number.NaN, reward_mock: null }),
    line(3, { loss: 1 }),
  ]);
  expect(table.steps).toEqual([1, 2, 3]);
  expect(table.values).toEqual({ reward_mock: [0.5, null, null], loss: [2, null, 1] });
});

it("smooths without leaning to the beginning, over gaps", () => {
  expect(smooth([4, null, 4, 4], 0.8)).toEqual([4, null, 4, 4]);
  const [first, second] = smooth([0, 1], 0.5) as [number, number];
  expect(first).toBe(0);
  expect(second).toBeCloseTo(2 / 3);
  expect(smooth([1, 5, 2], 0)).toEqual([1, 5, 2]);
});

it.each([
  [0.4321, "share", "43 %"],
  [0.021, "share", "2.1 %"],
  [0, "share", "0 %"],
  [1, "share", "100 %"],
  [22_431.7, "", "22,432"],
  [812.4, "MB", "812 MB"],
  [2.7314, "s", "2.73 s"],
  [0.0031, "", "0.0031"],
  [0.0003, "", "3e-4"],
  [0, "", "0"],
  [null, "", "–"],
  [Number.POSITIVE_INFINITY, "", "–"],
])("%s as %s is told as %s", (value, unit, words) => {
  expect(figure(value, unit)).toBe(words);
});

it.each([
  [900, "900 B"],
  [1536, "1.5 kB"],
  [5_400_000, "5.4 MB"],
  [412e9, "412 GB"],
  [null, "–"],
])("%s bytes are %s", (size, words) => {
  expect(bytes(size)).toBe(words);
});

it("says how long something takes no more exactly than it is known", () => {
  expect(about(null)).toBe("not known yet");
  expect(about(20)).toBe("under a minute");
  expect(about(1290)).toBe("about 22 min");
  expect(about(9000)).toBe("about 2.5 h");
  expect(about(4 * 86_400)).toBe("about 4 days");
  expect(ago(3.2)).toBe("3 s ago");
  expect(ago(-2)).toBe("0 s ago");
  expect(ago(600)).toBe("10 min ago");
});
