import { expect, it } from "vitest";
import { chartsOf } from "./charts";

const table = (names: string[]) => ({
  steps: [1],
  values: Object.fromEntries(names.map((name) => [name, [1]])),
});

it("puts values that belong together into one chart, with names that people know", () => {
  const charts = chartsOf(
    table(["success_mini_app", "success", "success_app", "reward_real", "loss", "reward_mock"]),
  );
  expect(charts.map(({ title, lines }) => [title, lines.map(({ label }) => label)])).toEqual([
    ["Reward", ["Mock apps", "Real-app phones or stand-ins"]],
    ["Success", ["All", "One app", "Mini-apps"]],
    ["Loss", ["Training"]],
  ]);
});

it("shows a value that it does not know by its own name, and no sums", () => {
  const charts = chartsOf(table(["replay_age", "judge_tokens", "episodes"]));
  expect(charts.map(({ title }) => title)).toEqual(["Replay age"]);
});
