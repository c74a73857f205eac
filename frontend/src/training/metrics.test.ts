import { expect, it } from "vitest";
import { headline, rowsOf } from "./metrics";

const suite = {
  successes: 68,
  tasks: 150,
  attempts: 150,
  rate: 0.4533,
  low: 0.376,
  high: 0.533,
  undecided: 0,
  excluded: 2,
  categories: { app: { successes: 31, attempts: 50, rate: 0.62, low: 0.48, high: 0.74 } },
};

it("tells what came of a suite with its interval, by category, and what was left out", () => {
  const rows = rowsOf({ action_accuracy: 0.81, loss: 0.22, "PhoneWorld-150": suite });
  expect(rows.map(({ label, value }) => `${label} ${value}`)).toEqual([
    "Action accuracy 81 %",
    "Loss 0.22",
    "PhoneWorld-150 68 of 150: 45 % (38 % to 53 %)",
    "One app 31 of 50: 62 % (48 % to 74 %)",
    "Left out after trouble 2",
  ]);
  expect(rowsOf(suite)[0]?.label).toBe("Success");
});

it("finds the figure that tells most", () => {
  expect(headline({ loss: 1, "PhoneWorld-150": suite })).toBe("PhoneWorld-150 68 of 150");
  expect(headline({ loss: 1, action_accuracy: 0.5 })).toBe("Action accuracy 50 %");
  expect(headline({ loss: 1 })).toBe("Loss 1");
  expect(headline({})).toBe("–");
});
