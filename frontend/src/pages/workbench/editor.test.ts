import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/http";
import type { EpisodeDetail, Step } from "../../api/types";
import { type EditOp, EpisodeEditor } from "./editor";

/** A server with one episode, revisions and a switch for its moods. */
class FakeServer {
  revision = 1;
  thoughts: Record<string, string> = { a: "", b: "" };
  edits: { op: EditOp; base: number }[] = [];
  failing: (() => ApiError) | null = null;

  episode(): EpisodeDetail {
    const steps = Object.entries(this.thoughts).map(
      ([id, thought], index) => ({ id, index, thought, instruction: "" }) as Step,
    );
    const revision = { number: this.revision, can_undo: true, can_redo: false };
    return { id: "e", n_steps: steps.length, steps, revision } as unknown as EpisodeDetail;
  }

  api = {
    load: async () => {
      if (this.failing) throw this.failing();
      return this.episode();
    },
    edit: async (op: EditOp, base: number) => {
      if (this.failing) throw this.failing();
      if (base !== this.revision) throw new ApiError(409, "stale", "Changed elsewhere.");
      this.edits.push({ op, base });
      if (op.op === "set_text" && op.field === "thought") this.thoughts[op.step] = op.text;
      if (op.op === "delete") delete this.thoughts[op.step];
      this.revision += 1;
      return this.episode();
    },
    undo: async () => this.episode(),
    redo: async () => this.episode(),
  };
}

let server: FakeServer;
let editor: EpisodeEditor;

const state = () => editor.store.get();
const step = (id: string) => state().episode?.steps.find((s) => s.id === id) as Step;

async function start() {
  editor = new EpisodeEditor("e", server.api, localStorage);
  await editor.load();
}

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  server = new FakeServer();
  await start();
});
afterEach(() => {
  editor.close();
  vi.useRealTimers();
});

describe("autosave", () => {
  it("saves once after a pause in typing", async () => {
    editor.write(step("a"), "thought", "O");
    editor.write(step("a"), "thought", "Open");
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.edits).toHaveLength(1);
    expect(server.thoughts.a).toBe("Open");
    expect(state()).toMatchObject({ save: { is: "saved" }, drafts: {} });
  });

  it("keeps the text over a reload that comes before the save", async () => {
    editor.write(step("a"), "thought", "Not saved yet");
    editor.close();
    await start();
    expect(editor.text(step("a")).thought).toBe("Not saved yet");
    await vi.advanceTimersByTimeAsync(100);
    expect(server.thoughts.a).toBe("Not saved yet");
    expect(localStorage.length).toBe(0);
  });

  it.each([
    ["the connection is lost", 0],
    ["the session has expired", 401],
    ["the server is down", 503],
  ])("tries again by itself when %s", async (_what, status) => {
    server.failing = () => new ApiError(status, "x", "Out of reach.");
    editor.write(step("a"), "thought", "Patience");
    await vi.advanceTimersByTimeAsync(1000);
    expect(state().save).toEqual({ is: "waiting", why: "Out of reach." });
    expect(localStorage.length).toBe(1);
    server.failing = null;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(server.thoughts.a).toBe("Patience");
    expect(state().save).toEqual({ is: "saved" });
  });

  it("saves on the newest revision when another window changed another step", async () => {
    server.thoughts.b = "From elsewhere";
    server.revision += 1;
    editor.write(step("a"), "thought", "Mine");
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.thoughts).toEqual({ a: "Mine", b: "From elsewhere" });
  });

  it("asks when the same text was changed elsewhere, and does what the person says", async () => {
    server.thoughts.a = "Theirs";
    server.revision += 1;
    editor.write(step("a"), "thought", "Mine");
    await vi.advanceTimersByTimeAsync(1000);
    const { save } = state();
    if (save.is !== "conflict") throw new Error(`expected a conflict, got ${save.is}`);
    expect(save.conflict.theirs.thought).toBe("Theirs");
    expect(server.thoughts.a).toBe("Theirs");
    editor.resolve(save.conflict, "mine");
    await vi.advanceTimersByTimeAsync(100);
    expect(server.thoughts.a).toBe("Mine");
  });

  it("asks too when the socket told of the change before the refusal came", async () => {
    const edit = server.api.edit;
    server.api.edit = async (op, base) => {
      server.thoughts.a = "Theirs";
      server.revision += 1;
      editor.receiveEpisode(server.episode());
      server.api.edit = edit;
      return edit(op, base);
    };
    editor.write(step("a"), "thought", "Mine");
    await vi.advanceTimersByTimeAsync(1000);
    expect(state().save.is).toBe("conflict");
    expect(server.thoughts.a).toBe("Theirs");
  });

  it("never writes over theirs unasked, whenever they became known", async () => {
    editor.write(step("a"), "thought", "Mine");
    server.thoughts.a = "Theirs";
    server.revision += 1;
    editor.receiveEpisode(server.episode());
    expect(await editor.flush()).toBe(false);
    editor.retryNow(); // as leaving the field does
    await vi.advanceTimersByTimeAsync(5000);
    expect(state().save.is).toBe("conflict");
    expect(server.thoughts.a).toBe("Theirs");
    const { save } = state();
    if (save.is === "conflict") editor.resolve(save.conflict, "theirs");
    await vi.advanceTimersByTimeAsync(100);
    expect(state()).toMatchObject({ save: { is: "saved" }, drafts: {} });
  });

  it("says so once when the server refuses, and keeps the text", async () => {
    server.failing = () => new ApiError(403, "read_only", "This demonstration was accepted.");
    editor.write(step("a"), "thought", "Too late");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state().save).toEqual({ is: "refused", why: "This demonstration was accepted." });
    expect(editor.text(step("a")).thought).toBe("Too late");
  });

  it("does not lose what is typed while a save is under way", async () => {
    let release = () => {};
    const edit = server.api.edit;
    server.api.edit = async (op, base) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return edit(op, base);
    };
    editor.write(step("a"), "thought", "One");
    await vi.advanceTimersByTimeAsync(800);
    editor.write(step("a"), "thought", "One two");
    release();
    server.api.edit = edit;
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.thoughts.a).toBe("One two");
  });
});

describe("edits of the list", () => {
  it("save the text first", async () => {
    editor.write(step("a"), "thought", "Words");
    await editor.edit({ op: "delete", step: "b" });
    expect(server.edits.map(({ op }) => op.op)).toEqual(["set_text", "delete"]);
    expect(state().episode?.steps.map((s) => s.id)).toEqual(["a"]);
  });

  it("show the newest list instead of guessing when it changed elsewhere", async () => {
    server.revision += 1;
    delete server.thoughts.a;
    await expect(editor.edit({ op: "delete", step: "b" })).rejects.toThrow("changed elsewhere");
    expect(state().episode?.steps.map((s) => s.id)).toEqual(["b"]);
  });
});

it("puts a recorded step in its place", () => {
  editor.receiveStep({ id: "c", index: 2, thought: "", instruction: "" } as Step);
  editor.receiveStep({ id: "c", index: 2, thought: "amended", instruction: "" } as Step);
  expect(state().episode?.steps.map((s) => s.id)).toEqual(["a", "b", "c"]);
  expect(step("c").thought).toBe("amended");
});
