import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { RequireUser } from "../../app/guards";
import { person, renderPages, serve, session } from "../../test/render";
import JobPage from ".";

// The test DOM has no canvas: what curves are told by is their legend.
vi.mock("uplot", () => ({
  default: class {
    cursor = {};
    over = document.createElement("div");
    setData() {}
    setScale() {}
    setSize() {}
    setCursor() {}
    valToPos() {
      return 0;
    }
    destroy() {}
  },
}));

const ID = "00000000-0000-4000-8000-000000000001";
const AT = `/api/training/jobs/${ID}`;
const owner = { id: 2, username: "rui", name: "Rui" };

const job = (more: object = {}) => ({
  id: ID,
  name: "Mixed RL 1",
  kind: "mixed_rl",
  state: "running",
  preset: "starter",
  owner,
  dataset: null,
  base: { id: "c1", name: "SFT, step 400" },
  parent: null,
  result: null,
  step: 3,
  of: 10,
  phase: "rollout",
  eta_s: 840,
  success: null,
  error: "",
  attempts: 2,
  queue: "training-cpu",
  machine: "fir",
  created_at: new Date().toISOString(),
  started_at: new Date().toISOString(),
  ended_at: null,
  heartbeat_at: new Date().toISOString(),
  seconds: 60,
  config: { steps: 10 },
  about: [],
  latest: {},
  outcome: {},
  phones: [],
  resumes: [{ step: 2, at: new Date().toISOString(), why: "the worker was killed" }],
  cost: { seconds: 75, gpu_s: 0, device_s: 30, judge_tokens: 0 },
  checkpoints: [],
  campaign: null,
  permissions: { stop: true, resume: false, retry: false, evaluate: false },
  ...more,
});
const point = (step: number, values: object) => ({ step, of: 10, at: 0, phase: "train", values });

const routes = [
  {
    path: "/training/:id",
    element: (
      <RequireUser>
        <JobPage />
      </RequireUser>
    ),
  },
];

function show(answers: object = {}, tab = "") {
  const calls = serve({
    "GET /api/session": session(person(["manage_tasks"])),
    [`GET ${AT}`]: job(),
    [`GET ${AT}/progress`]: {
      lines: [
        point(1, { reward_mock: 0.2, reward_real: 0.1, loss: 2 }),
        point(3, { reward_mock: 0.4 }),
      ],
      next: 2,
      reset: false,
    },
    ...answers,
  });
  return { calls, ...renderPages(routes, `/training/${ID}${tab}`) };
}

it("tells where it is, that it lives, what it has cost, and the newest of every curve", async () => {
  show();
  expect(await screen.findByText(/about 14 min left/)).toBeVisible();
  expect(screen.getByText(/Last sign of life \d s ago/)).toBeVisible();
  expect(within(screen.getByLabelText("Cost")).getByText("1 min 15 s")).toBeVisible();
  expect(await screen.findByText(/went on after a stop, at step 2/)).toBeVisible();
  const reward = await screen.findByRole("list", { name: "Reward: values" });
  expect(reward).toHaveTextContent("Mock apps31 %Real-app phones or stand-ins10 %");
  expect(screen.getByRole("img", { name: /^Loss by step\. Now: Training 2/ })).toBeVisible();
});

it("shows the points that came with the end, however many answers they take", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const parts = [[], [point(1, { loss: 2 })], [point(2, { loss: 4 })], []];
  let asked = 0;
  show({
    [`GET ${AT}`]: () => job(asked > 0 ? { state: "done" } : {}),
    [`GET ${AT}/progress`]: () => ({ lines: parts[asked], next: ++asked, reset: false }),
  });
  expect(await screen.findByText("They begin with the first step.")).toBeVisible();
  for (const wanted of [2, 3, 4]) {
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(asked).toBe(wanted));
  }
  expect(screen.getByRole("img", { name: /^Loss by step\. Now: Training 3\.11/ })).toBeVisible();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(4);
});

it("stops only when asked twice, and says that the checkpoint is kept", async () => {
  const { calls, user } = show({
    [`POST ${AT}/stop`]: job({
      state: "stopping",
      permissions: { stop: false, resume: false, retry: false, evaluate: false },
    }),
  });
  await user.click(await screen.findByRole("button", { name: "Stop…" }));
  expect(await screen.findByText(/saves a checkpoint and stops/)).toBeVisible();
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  await user.click(screen.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(calls.some(({ path }) => path === `${AT}/stop`)).toBe(true));
});

it("shows a failed job's reason, and lets one try again", async () => {
  const { calls, user } = show({
    [`GET ${AT}`]: job({
      state: "failed",
      error: "No phone answered for a minute.",
      ended_at: new Date().toISOString(),
      permissions: { stop: false, resume: false, retry: true, evaluate: false },
    }),
    [`POST ${AT}/retry`]: job({ state: "queued" }),
  });
  expect(await screen.findByRole("alert")).toHaveTextContent("No phone answered for a minute.");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(calls.some(({ path }) => path === `${AT}/retry`)).toBe(true));
});

it("shows an episode as the model lived it, with what it could not be read for", async () => {
  const step = {
    told: "goal Turn it on",
    answer: "tap e2",
    actions: [{ name: "click", arguments: { points: [[50, 50]] } }],
    parsed: true,
    picture: null,
    width: 540,
    height: 1200,
    elements: [{ text: "Display", desc: "", role: "button", bounds: [0, 0, 540, 110] }],
  };
  const { user } = show(
    {
      [`GET ${AT}/samples`]: { steps: [1, 3] },
      [`GET ${AT}/samples/3`]: [
        {
          goal: "Turn on the dark theme.",
          task: "settings/dark:1",
          environment: "mock",
          category: "app",
          reward: 0,
          progress: 0.5,
          why: "The theme is light.",
          ending: "step_limit",
          seconds: 2,
          episode: null,
          steps: [step, { ...step, parsed: false, actions: [], answer: "tap tap" }],
        },
      ],
    },
    "?tab=samples",
  );
  expect(await screen.findByText("The theme is light.")).toBeVisible();
  expect(screen.getByRole("button", { name: /Tap “Display”/ })).toBeVisible();
  expect(screen.getByText("goal Turn it on")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Unreadable answer/ }));
  expect(screen.getByText("tap tap")).toBeVisible();
});

it("adds to the log what is new, from where it was", async () => {
  let part = 0;
  const { calls } = show(
    {
      [`GET ${AT}/log`]: () =>
        part++ === 0
          ? { text: "step 1\n", next: 7, size: 7 }
          : { text: "step 2\n", next: 14, size: 14 },
    },
    "?tab=log",
  );
  const log = await screen.findByRole("log", { name: "Log" });
  await waitFor(() => expect(log).toHaveTextContent("step 1 step 2"));
  const asked = calls.filter(({ path }) => path.endsWith("/log"));
  expect(asked[0]?.search.get("after")).toBeNull();
  expect(asked[1]?.search.get("after")).toBe("7");
});
