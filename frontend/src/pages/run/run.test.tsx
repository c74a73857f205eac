import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { RunDetail, Turn } from "../../api/types";
import { person, renderPages, serve, session } from "../../test/render";
import RunPage from ".";

const run = (more: Partial<RunDetail>): RunDetail =>
  ({
    id: "r1",
    campaign: null,
    agent: { id: 1, name: "Model A", policy: "endpoint" },
    task: { key: "notes-milk", goal: "Write a note", category: "app", suite: null },
    attempt: 1,
    trial: 1,
    seed: 3,
    state: "queued",
    ending: "",
    reason: "",
    claimed: null,
    answer: "",
    succeeded: null,
    loops: 0,
    step_limit: 30,
    device: null,
    episode: null,
    held_by: null,
    pending: null,
    n_steps: 0,
    created_at: "2026-03-14T09:00:00Z",
    started_at: null,
    ended_at: null,
    stream_url: null,
    flags: [],
    ...more,
  }) as RunDetail;

const turn = (more: Partial<Turn>): Turn =>
  ({
    seq: 0,
    step: "s1",
    screen: { width: 540, height: 1200, element: null },
    thought: "The button makes a note.",
    action: { name: "click", arguments: { points: [[10, 20]] } },
    error: "",
    raw: "",
    tokens_in: 900,
    tokens_out: 20,
    latency_ms: 1500,
    at: "2026-03-14T09:00:00Z",
    ...more,
  }) as Turn;

const routes = [{ path: "/runs/:id", element: <RunPage /> }];

function open(detail: RunDetail, turns: Turn[] = []) {
  const calls = serve({
    "GET /api/session": session(person(["manage_tasks"])),
    "GET /api/runs/r1": detail,
    "GET /api/runs/r1/turns": turns,
    "POST /api/runs/r1/resume": { ...detail, state: "running", pending: null },
  });
  return { calls, ...renderPages(routes, "/runs/r1") };
}

describe("an agent's run", () => {
  it("waits for a phone", async () => {
    open(run({}));
    expect(await screen.findByText("Waiting for a phone")).toBeVisible();
  });

  it("tells claim and outcome apart, and what could not be read", async () => {
    open(
      run({ state: "ended", ending: "agent_done", claimed: true, succeeded: false, n_steps: 1 }),
      [turn({}), turn({ seq: 1, step: null, screen: null, action: null, error: "no tool call" })],
    );
    expect(await screen.findByText("False claim")).toBeVisible();
    expect(await screen.findByText("It says that it is done")).toBeVisible();
    expect(await screen.findAllByText("The button makes a note.")).toHaveLength(2);
    expect(screen.getByText(/could not be read: no tool call/)).toBeVisible();
    expect(screen.getByText("1,840")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  });

  it("shows what waits for a person's word", async () => {
    const pending = { action: {}, element: null, reason: "pay: the element says “pay”" };
    const { calls, user } = open(run({ state: "paused", pending }));
    expect(await screen.findByRole("alert")).toHaveTextContent("pay: the element says “pay”");
    await user.click(screen.getByRole("button", { name: "Allow it" }));
    await screen.findByRole("button", { name: "Pause" });
    expect(calls.map(({ path }) => path)).toContain("/api/runs/r1/resume");
  });
});
