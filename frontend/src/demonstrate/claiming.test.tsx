import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Claim, Device, Queue, Task } from "../api/types";
import { json, pageOf, person, renderPages, serve, session } from "../test/render";
import { whyNot } from "./ChoosePhone";
import { ClaimCard } from "./ClaimCard";
import { queueNotice } from "./queueNotice";

const queue = (more: Partial<Queue>): Queue => ({
  next: 0,
  mine: null,
  held_by_others: 0,
  oldest_frees_in_s: null,
  sent_back: [],
  baseline: 0,
  ...more,
});

const device = (more: Partial<Device>): Device => ({
  id: "d1",
  name: "Virtual 1",
  serial: "127.0.0.1:6555",
  kind: "mock",
  model: "PhoneWorld",
  android_version: "15",
  state: "online",
  state_reason: "",
  width: 540,
  height: 1200,
  rotation: 0,
  battery: null,
  screen_on: true,
  density: 240,
  manufacturer: "",
  foreground: "",
  last_seen_at: null,
  host: { name: "here", online: true },
  stream_url: "",
  lease: null,
  ...more,
});

const lease = (mine: boolean) => ({
  id: "l",
  holder: { id: 9, username: "jonas", name: "Jonas" },
  purpose: "manual" as const,
  started_at: "",
  expires_at: "",
  last_input_at: "",
  mine,
  end: "released" as const,
  end_reason: "",
  ended_at: null,
  ended_by: null,
});

const claim: Claim = {
  id: "c1",
  task: {
    id: 1,
    key: "t",
    goal: "Set an alarm",
    goal_zh: "",
    hints: "",
    category: "app",
    apps: ["clock"],
    suite: "",
    difficulty: 1,
    step_limit: 30,
    time_limit_s: 600,
    device_kind: "mock",
    wanted: 1,
    done: 0,
    held: 1,
    infeasible_reports: 0,
    available: false,
    why_not: "You hold this task.",
  } satisfies Task,
  episode: null,
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  heartbeat_s: 30,
  status: "active",
};

describe("an empty queue", () => {
  it("says whether others hold the rest, and when the oldest frees", () => {
    expect(queueNotice(queue({ held_by_others: 4, oldest_frees_in_s: 360 }))).toMatch(
      /4 tasks are held by others.*6 min/,
    );
    expect(queueNotice(queue({}))).toMatch(/All tasks are done/);
    expect(queueNotice(queue({ next: 1, held_by_others: 3 }))).toBe("1 task waits for you.");
  });
});

describe("a phone", () => {
  it.each([
    [device({}), "any", null],
    [device({ lease: lease(true) }), "mock", null],
    [device({ lease: lease(false) }), "any", "in use by Jonas"],
    [device({}), "real", "this task needs a real phone"],
    [device({ state: "offline", state_reason: "unplugged" }), "any", "unplugged"],
    [device({ host: { name: "h", online: false } }), "any", "its host does not answer"],
  ] as const)("can be taken or says why not (%#)", (phone, kind, reason) => {
    expect(whyNot(phone, kind)).toBe(reason);
  });
});

describe("a claim", () => {
  const routes = [
    { path: "/", element: <ClaimCard claim={claim} /> },
    { path: "/demonstrations/:id", element: <p>Workbench</p> },
  ];

  it("starts on the first free phone and leads to the workbench", async () => {
    const calls = serve({
      "GET /api/session": session(person()),
      "GET /api/devices": pageOf([
        device({ id: "busy", name: "A", lease: lease(false) }),
        device({ id: "free", name: "B" }),
      ]),
      "POST /api/episodes": { id: "e9", state: "preparing" },
    });
    const { user, router } = renderPages(routes);
    await user.click(screen.getByRole("button", { name: /Choose a phone/ }));
    await screen.findByText("in use by Jonas");
    await user.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/demonstrations/e9"));
    expect(calls.find((c) => c.method === "POST")?.body).toMatchObject({
      claim: "c1",
      device: "free",
    });
  });

  it("starts once, whoever clicks twice", async () => {
    const calls = serve({
      "GET /api/session": session(person()),
      "GET /api/devices": pageOf([device({})]),
      "POST /api/episodes": { id: "e9", state: "preparing" },
    });
    const { user, router } = renderPages(routes);
    await user.click(screen.getByRole("button", { name: /Choose a phone/ }));
    const start = await screen.findByRole("button", { name: "Start" });
    start.click(); // both before anything is drawn anew
    start.click();
    await waitFor(() => expect(router.state.location.pathname).toBe("/demonstrations/e9"));
    expect(calls.filter((c) => c.method === "POST")).toHaveLength(1);
  });

  it("stays on the page with the reason when the phone was taken meanwhile", async () => {
    serve({
      "GET /api/session": session(person()),
      "GET /api/devices": pageOf([device({})]),
      "POST /api/episodes": () =>
        json({ detail: "Jonas has just taken this phone.", code: "held" }, 409),
    });
    const { user } = renderPages(routes);
    await user.click(screen.getByRole("button", { name: /Choose a phone/ }));
    await user.click(await screen.findByRole("button", { name: "Start" }));
    expect(await screen.findByText("Jonas has just taken this phone.")).toBeVisible();
  });

  it("is given up as infeasible only with a reason", async () => {
    const calls = serve({
      "GET /api/session": session(person()),
      "POST /api/claims/c1/infeasible": {},
    });
    const { user } = renderPages(routes);
    await user.click(screen.getByRole("button", { name: "Give up" }));
    await user.click(await screen.findByText(/Infeasible/));
    await user.type(await screen.findByLabelText(/^Reason/), "No such app");
    await user.click(screen.getByRole("button", { name: "Report" }));
    await waitFor(() =>
      expect(calls.find((c) => c.path.endsWith("infeasible"))?.body).toEqual({
        reason: "No such app",
      }),
    );
  });
});
