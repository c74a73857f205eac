import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireUser } from "../../app/guards";
import { json, pageOf, person, renderPages, serve, session } from "../../test/render";
import GradePage from ".";

const routes = [
  {
    path: "/grading/:id",
    element: (
      <RequireUser>
        <GradePage />
      </RequireUser>
    ),
  },
  { path: "/grading", element: <h1>Queue</h1> },
];

function step(index: number) {
  return {
    index,
    action: { name: "click", arguments: { points: [[10, 20]] } },
    screenshot: null,
    thumbnail: null,
    element: { id: "", role: "button", text: `Button ${index}`, desc: "", bounds: [0, 0, 50, 50] },
    width: 540,
    height: 1200,
  };
}

function sheet(more: Record<string, unknown> = {}) {
  return {
    id: "g1",
    kind: "grade",
    state: "open",
    version: 0,
    campaign: "Spring",
    task: { goal: "Write a note", goal_zh: "", apps: ["Notes"], category: "app" },
    criteria: [
      { id: 11, position: 1, text: "The note is there.", text_zh: "", must: true, negative: false },
      {
        id: 12,
        position: 2,
        text: "Its title is right.",
        text_zh: "",
        must: true,
        negative: false,
      },
      { id: 13, position: 3, text: "Another was lost.", text_zh: "", must: false, negative: true },
    ],
    ending: "agent_done",
    agent_answer: "",
    steps: [step(0), step(1), step(2)],
    film: null,
    answers: {},
    success: null,
    side_effects: "",
    looped: false,
    first_wrong_step: null,
    failure: "",
    confidence: null,
    note: "",
    seconds: 0,
    expires_at: new Date(Date.now() + 900_000).toISOString(),
    heartbeat_s: 90,
    undo_until: null,
    others: [],
    solution: null,
    ...more,
  };
}

const queue = {
  left: 3,
  training: 0,
  held_by_others: 1,
  oldest_frees_in_s: 60,
  done: 2,
  done_today: 2,
  median_s: 40,
  open: "g1",
};

function answers(more: Record<string, unknown> = {}) {
  let version = 0;
  return serve({
    "GET /api/session": session(person(["grade"])),
    "GET /api/grading": queue,
    "GET /api/grades": pageOf([]),
    "GET /api/grades/g1": sheet(),
    "PATCH /api/grades/g1": () => {
      version += 1;
      return sheet({ version });
    },
    "POST /api/grades/g1/submit": sheet({ state: "submitted", success: true }),
    "POST /api/grading/claim": sheet({
      id: "g2",
      task: { ...sheet().task, goal: "The second one" },
    }),
    ...more,
  });
}

it("is graded by the keyboard alone, and opens the next one", async () => {
  const calls = answers();
  const { user } = renderPages(routes, "/grading/g1");
  await screen.findByRole("heading", { name: "Write a note" });
  await user.keyboard("yj"); // the first criterion, then on to step 2
  await user.keyboard("s"); // which shows it
  await user.keyboard("yn"); // second criterion, and the harm that did not happen
  await user.keyboard("eccc"); // no side effects; sure
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "The second one" })).toBeVisible();
  const sent = calls.find((call) => call.path.endsWith("/submit"))?.body as Record<string, unknown>;
  expect(sent.answers).toEqual({
    11: { answer: "y", step: 1 },
    12: { answer: "y", step: null },
    13: { answer: "n", step: null },
  });
  expect(sent).toMatchObject({ side_effects: "none", confidence: 3, failure: "" });
});

it("asks what went wrong only where the criteria say that it failed", async () => {
  answers();
  const { user } = renderPages(routes, "/grading/g1");
  await screen.findByRole("heading", { name: "Write a note" });
  expect(screen.queryByLabelText(/What went wrong/)).toBeNull();
  await user.keyboard("n");
  expect((await screen.findAllByLabelText(/What went wrong/))[0]).toBeVisible();
  expect(screen.getByText("Failure")).toBeVisible();
  await user.keyboard("jw");
  expect(screen.getAllByLabelText(/First wrong step/)[0]).toHaveValue("Step 2");
});

it("keeps what is typed a moment later, one save after the other", async () => {
  const calls = answers();
  const { user } = renderPages(routes, "/grading/g1");
  await screen.findByRole("heading", { name: "Write a note" });
  await user.keyboard("y");
  await waitFor(() => expect(screen.getByText("Saved")).toBeVisible());
  await user.keyboard("m");
  await user.type(screen.getByLabelText("Note (M)"), "yes, n and j are letters here");
  await waitFor(() =>
    expect(calls.filter((call) => call.method === "PATCH").length).toBeGreaterThan(1),
  );
  const saves = calls.filter((call) => call.method === "PATCH").map((call) => call.body);
  expect(saves.map((body) => (body as { version: number }).version)).toEqual(
    saves.map((_, n) => n),
  );
  expect(saves.at(-1)).toMatchObject({ note: "yes, n and j are letters here" });
  expect((saves.at(-1) as { answers: unknown }).answers).toEqual({
    11: { answer: "y", step: null },
  });
});

it("says what is missing and stays", async () => {
  const fields = { answers: ["Not answered yet: 2, 3."], confidence: ["Say how sure you are."] };
  answers({
    "POST /api/grades/g1/submit": json(
      { detail: "The grade is not complete.", code: "incomplete", fields },
      400,
    ),
  });
  const { user } = renderPages(routes, "/grading/g1");
  await screen.findByRole("heading", { name: "Write a note" });
  await user.keyboard("y{Enter}");
  expect(await screen.findByText("Not answered yet: 2, 3.")).toBeVisible();
  expect(screen.getByText("Say how sure you are.")).toBeVisible();
});

it("stops and says so when another tab has saved", async () => {
  answers({
    "PATCH /api/grades/g1": json(
      { detail: "Another tab has saved this grade.", code: "stale" },
      409,
    ),
  });
  const { user } = renderPages(routes, "/grading/g1");
  await screen.findByRole("heading", { name: "Write a note" });
  await user.keyboard("y");
  expect(await screen.findByText("Another tab has saved this grade.")).toBeVisible();
  expect(screen.getByRole("button", { name: /Submit and next/ })).toBeDisabled();
});

it("shows who decides both grades without names, and where they differ", async () => {
  const other = (answer: string, success: boolean) => ({
    answers: {
      11: { answer, step: null },
      12: { answer: "y", step: null },
      13: { answer: "n", step: null },
    },
    success,
    side_effects: "none",
    failure: success ? "" : "grounding",
    first_wrong_step: null,
    confidence: 2,
    note: success ? "" : "It tapped the wrong one",
  });
  answers({
    "GET /api/grades/g1": sheet({
      kind: "adjudication",
      others: [other("y", true), other("n", false)],
    }),
  });
  renderPages(routes, "/grading/g1");
  expect(await screen.findByText("Two grades differ: you decide")).toBeVisible();
  const lines = within(screen.getByRole("list", { name: "Criteria" })).getAllByRole("listitem");
  expect(lines[0]).toHaveAttribute("data-differ");
  expect(lines[1]).not.toHaveAttribute("data-differ");
  expect(within(lines[0] as HTMLElement).getByText("Grader 1: Yes · Grader 2: No")).toBeVisible();
  expect(screen.getByText(/It tapped the wrong one/)).toBeVisible();
});

it("shows the right answers of a training item once it is submitted", async () => {
  const solution = {
    answers: { 11: "y", 12: "y", 13: "n" },
    success: true,
    explanation: "It is in the list.",
  };
  answers({
    "GET /api/grades/g1": sheet({
      kind: "training",
      state: "submitted",
      success: false,
      solution,
      answers: { 11: { answer: "n", step: null } },
    }),
  });
  const { user } = renderPages(routes, "/grading/g1");
  expect(await screen.findByText("It is in the list.")).toBeVisible();
  expect(screen.getAllByText(/^Right:/)).toHaveLength(3);
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "The second one" })).toBeVisible();
});
