import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSyncExternalStore } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EpisodeDetail, Step } from "../../api/types";
import { DialogsProvider } from "../../shared/dialogs";
import { ShortcutsProvider } from "../../shared/shortcuts";
import { type EditOp, EpisodeEditor } from "./editor";
import { Workbench } from "./Workbench";

const step = (id: string, index: number, text: string): Step =>
  ({
    id,
    index,
    seq: index,
    action: { name: "click", arguments: { points: [[10, 20]] } },
    element: { id: "", role: "Button", text, desc: "", bounds: [0, 0, 50, 50] },
    thought: "",
    instruction: "",
    screenshot: "/api/blobs/s",
    thumbnail: "",
    width: 540,
    height: 1200,
    secret: false,
  }) as unknown as Step;

const draft = (change: object = {}): EpisodeDetail =>
  ({
    id: "e",
    state: "draft",
    goal: "Add milk",
    task: { id: 1, goal: "Add milk", goal_zh: "加牛奶", hints: "Open the list.", step_limit: 2 },
    author: { id: 1, name: "Ana" },
    device: { id: "d", name: "Pixel", kind: "mock" },
    outcome: "finished",
    steps: [step("a", 0, "Open"), step("b", 1, "Save"), step("c", 2, "Close")],
    n_steps: 3,
    revision: { number: 3, can_undo: true, can_redo: false },
    reviews: [],
    permissions: { edit: true, submit: true, review: false, discard: true },
    ...change,
  }) as unknown as EpisodeDetail;

let edits: EditOp[];
let editor: EpisodeEditor;

function Live() {
  const state = useSyncExternalStore(editor.store.subscribe, editor.store.get);
  return (
    <Workbench editor={editor} state={state} episode={state.episode as unknown as EpisodeDetail} />
  );
}

async function show(episode: EpisodeDetail) {
  edits = [];
  const api = {
    load: async () => episode,
    edit: async (op: EditOp) => {
      edits.push(op);
      return episode;
    },
    undo: vi.fn(async () => episode),
    redo: vi.fn(async () => episode),
  };
  editor = new EpisodeEditor("e", api, localStorage);
  await editor.load();
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <ShortcutsProvider>
          <DialogsProvider>
            <MemoryRouter>
              <Live />
            </MemoryRouter>
          </DialogsProvider>
        </ShortcutsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return api;
}

const current = () => document.querySelector("[aria-current=step]")?.getAttribute("data-step");

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json({ next: 0, mine: null, sent_back: [] })),
  );
});
afterEach(() => {
  cleanup();
  editor.close();
  vi.unstubAllGlobals();
});

describe("the list of steps", () => {
  it("is walked and edited from the keyboard", async () => {
    const user = userEvent.setup();
    const api = await show(draft());
    expect(current()).toBe("a");
    await user.keyboard("jj");
    expect(current()).toBe("c");
    await user.keyboard("km");
    await waitFor(() => expect(edits).toEqual([{ op: "merge", step: "b" }]));
    await user.keyboard("j{Delete}");
    await waitFor(() => expect(edits).toHaveLength(2));
    await user.keyboard("u");
    await waitFor(() => expect(api.undo).toHaveBeenCalledWith(3));
  });

  it("takes words without taking them for commands, and goes down the column", async () => {
    const user = userEvent.setup();
    await show(draft());
    await user.keyboard("t");
    await user.keyboard("jump{Control>}{Enter}{/Control}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Thought before step 2");
    await act(() => editor.flush());
    expect(edits).toEqual([{ op: "set_text", step: "a", field: "thought", text: "jump" }]);
  });

  it("cannot be changed by who may only look", async () => {
    const user = userEvent.setup();
    await show(
      draft({ permissions: { edit: false, submit: false, review: false, discard: false } }),
    );
    await user.keyboard("{Delete}m");
    expect(edits).toEqual([]);
    expect(screen.queryByLabelText("Delete (Del)")).toBeNull();
    expect(screen.queryByText("Submit")).toBeNull();
  });
});

describe("the goal", () => {
  it("can be read in Chinese, and says when the limit is passed", async () => {
    const user = userEvent.setup();
    await show(draft());
    expect(screen.getByText(/over the limit/)).toBeTruthy();
    await user.click(screen.getByText("中文"));
    expect(screen.getByText("加牛奶")).toBeTruthy();
  });

  it("counts recorded time only", async () => {
    const started_at = new Date(Date.now() - 3_700_000).toISOString();
    await show(draft({ state: "recording", started_at, paused_s: 3_600 }));
    expect(screen.getByText(/^1:4\d$/)).toBeTruthy();
  });

  it("does not count against the limit what no action stands for", async () => {
    const action = { name: "wait", arguments: { time: 0 } };
    const flag = "rotate button: the action space has no such action";
    const steps = [
      step("a", 0, "Open"),
      step("b", 1, "Save"),
      { ...step("c", 2, ""), action, flag },
    ];
    await show(draft({ steps }));
    expect(screen.getByText("Rotate the phone")).toBeTruthy();
    expect(screen.getByText(/2 of 2 steps/)).toBeTruthy();
  });
});

it("says that the phone restarted and is not as it was left", async () => {
  await show(draft({ state: "recording", phone_restarted_at: "2026-01-01T00:00:00Z" }));
  expect(screen.getByText("The phone restarted")).toBeTruthy();
  expect(screen.getByText(/What you recorded is kept/)).toBeTruthy();
});

describe("the end", () => {
  it("asks for an outcome before a recording that was cut off can be submitted", async () => {
    await show(draft({ outcome: null }));
    expect(screen.queryByText("Submit")).toBeNull();
    expect(screen.getByText("Finish…")).toBeTruthy();
    expect(screen.getByText(/stopped while you were away/)).toBeTruthy();
  });

  it("shows what the reviewer wrote when it was sent back", async () => {
    const review = { verdict: "send_back", quality: null, reason: "Step 2 has no thought." };
    const reviewer = { id: 2, name: "Rae" };
    const reviews = [{ ...review, reviewer, created_at: "2026-01-01T00:00:00Z" }];
    await show(draft({ state: "sent_back", reviews }));
    expect(screen.getByText("Step 2 has no thought.")).toBeTruthy();
    expect(screen.getByText("Submit")).toBeTruthy();
  });
});
