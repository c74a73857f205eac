import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireUser } from "../../app/guards";
import { json, pageOf, person, renderPages, serve, session } from "../../test/render";
import NewJob from ".";

const field = (name: string, label: string, more: object = {}) => ({
  name,
  label,
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
const presets = [
  { name: "starter", label: "Starter (CPU)", help: "", config: { steps: 150 } },
  { name: "one-gpu", label: "One GPU", help: "", config: {} },
];
const kinds = [
  {
    kind: "sft",
    label: "SFT",
    help: "From demonstrations.",
    needs: ["dataset"],
    takes: ["dataset", "base"],
    presets,
    fields: [field("epochs", "Epochs", { default: 8 })],
  },
  {
    kind: "mixed_rl",
    label: "Mixed RL",
    help: "From what it does.",
    needs: ["base"],
    takes: ["base", "judge"],
    presets,
    fields: [
      field("steps", "Steps"),
      field("learning_rate", "Learning rate", { type: "float", default: 3e-4, min: 0 }),
    ],
  },
];
const routes = [
  {
    path: "/training/new",
    element: (
      <RequireUser>
        <NewJob />
      </RequireUser>
    ),
  },
  { path: "/training/:id", element: <p>The job's page</p> },
];

function show(at: string, answers: object = {}) {
  const calls = serve({
    "GET /api/session": session(person(["manage_tasks"])),
    "GET /api/training/jobs/options": { kinds, machines: {} },
    "GET /api/training/datasets": pageOf([]),
    "GET /api/training/checkpoints": pageOf([
      { id: "c1", name: "SFT, step 400", deleted_at: null },
    ]),
    "POST /api/training/jobs/estimate": {
      seconds: 1290,
      memory_mb: 1900,
      disk_mb: 60,
      fits: false,
      words: ["28,800 episodes"],
    },
    ...answers,
  });
  return { calls, ...renderPages(routes, at) };
}

it("says what a job takes before it starts, and starts it with what differs from the preset", async () => {
  const { calls, user } = show("/training/new?base=c1", {
    "POST /api/training/jobs": json({ id: "j1" }, 201),
  });
  expect(await screen.findByText("about 22 min")).toBeVisible();
  expect(screen.getByText(/No machine here has room/)).toBeVisible();
  const rate = screen.getByLabelText("Learning rate");
  await user.clear(rate);
  await user.type(rate, "1e-5");
  await user.click(screen.getByRole("button", { name: "Start" }));
  expect(await screen.findByText("The job's page")).toBeVisible();
  const sent = calls.find(({ method, path }) => method === "POST" && path.endsWith("/jobs"));
  expect(sent?.body).toEqual({
    name: "",
    kind: "mixed_rl",
    preset: "starter",
    base: "c1",
    dataset: null,
    config: { learning_rate: 1e-5 },
  });
});

it("asks for what is missing, and shows a refusal at the field that it is about", async () => {
  const { user } = show("/training/new?base=c1", {
    "POST /api/training/jobs": json(
      {
        detail: "No.",
        code: "invalid",
        fields: { "config.steps": ["At most 100 on this machine."], base: ["It was deleted."] },
      },
      400,
    ),
  });
  await user.click(await screen.findByRole("button", { name: "Start" }));
  expect(await screen.findByText("At most 100 on this machine.")).toBeVisible();
  expect(screen.getByText("It was deleted.")).toBeVisible();
});

it("does not start without the dataset that SFT needs", async () => {
  const { calls } = show("/training/new");
  expect(await screen.findByText("Choose the dataset it learns from.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Start" })).toBeDisabled();
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/estimate"))).toBe(false));
});

it("warns of a judge that is often wrong, and lets it reward only when told to", async () => {
  const doubt = "On 40 held-out grades, 62% of what this judge rewards was successful.";
  const { calls, user } = show("/training/new?base=c1", {
    "GET /api/training/checkpoints": pageOf([
      { id: "c1", name: "SFT, step 400", kind: "sft", deleted_at: null, distrust: "" },
      { id: "g1", name: "A judge", kind: "judge_sft", deleted_at: null, distrust: doubt },
    ]),
    "POST /api/training/jobs": json({ id: "j1" }, 201),
  });
  await user.click(await screen.findByRole("combobox", { name: /Who gives the reward/ }));
  await user.click(await screen.findByRole("option", { name: "A judge, below its threshold" }));
  expect(await screen.findByText(new RegExp(doubt))).toBeVisible();
  await user.click(screen.getByRole("switch", { name: "Let it give the reward anyway" }));
  await user.click(screen.getByRole("button", { name: "Start" }));
  expect(await screen.findByText("The job's page")).toBeVisible();
  const sent = calls.find(({ method, path }) => method === "POST" && path.endsWith("/jobs"));
  expect(sent?.body).toMatchObject({ judge: "g1", judge_anyway: true });
});
