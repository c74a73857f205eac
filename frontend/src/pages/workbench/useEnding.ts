import { useState } from "react";
import { useNavigate } from "react-router";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import type { Claim, EpisodeDetail } from "../../api/types";
import { useEndClaim } from "../../demonstrate/claims";
import { useDialogs } from "../../shared/dialogs";
import { useInvalidate } from "../../shared/invalidate";
import { toast } from "../../shared/toast";
import { useOnce } from "../../shared/useAction";
import type { EpisodeEditor } from "./editor";
import type { Outcome } from "./FinishDialog";

/** The ways a demonstration ends or goes on. Each saves the text first and says what it did. */
export function useEnding(editor: EpisodeEditor, episode: EpisodeDetail, claim: Claim | null) {
  const [busy, setBusy] = useState(false);
  const { askReason } = useDialogs();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const endClaim = useEndClaim();
  const once = useOnce();
  const params = { path: { id: episode.id } };

  /** True when it worked. Each way has its own guard: "Submit" may come right after "Finish". */
  async function call(way: string, request: () => Promise<unknown>): Promise<boolean> {
    const worked = await once(async () => {
      setBusy(true);
      try {
        if (!(await editor.flush())) {
          const why = "Some text is not saved yet. It is kept here; try again.";
          throw new ApiError(0, "unsaved", why);
        }
        await request();
        await editor.refresh();
        return true;
      } catch (problem) {
        toast.error(problem);
        return false;
      } finally {
        setBusy(false);
        void invalidate("queue", "episodes", "episode", "tasks", "devices", "stats");
      }
    }, way);
    return worked === true;
  }

  async function leave(done: string) {
    editor.forget();
    toast.done(done);
    await navigate("/demonstrations");
  }

  return {
    busy,
    finish: (outcome: Outcome, answer: string) =>
      call("finish", () =>
        ok(api.POST("/api/episodes/{id}/finish", { params, body: { outcome, answer } })),
      ),
    resume: () => void call("resume", () => ok(api.POST("/api/episodes/{id}/resume", { params }))),
    async submit() {
      let description: string | null = "";
      if (!episode.task) {
        description = await askReason({
          title: "What did you show?",
          message: "One sentence that tells another person what to reach, as if it were a task.",
          label: "Goal",
          placeholder: "Add milk to the shopping list and set it as done",
          confirm: "Submit",
        });
        if (!description) return;
      }
      const body = { description };
      const sent = await call("submit", () =>
        ok(api.POST("/api/episodes/{id}/submit", { params, body })),
      );
      if (sent) await leave("Submitted for review. Thank you.");
    },
    async discard() {
      const reason = await askReason({
        title: "Discard this demonstration?",
        message: "The recording is put aside and nobody reviews it. This cannot be undone.",
        confirm: "Discard",
        danger: true,
        suggestions: ["I made too many mistakes.", "The phone misbehaved.", "It was only a trial."],
      });
      if (!reason) return;
      const body = { reason };
      const done = await call("discard", () =>
        ok(api.POST("/api/episodes/{id}/discard", { params, body })),
      );
      if (done) await leave("Discarded.");
    },
    async phoneBroken() {
      if (!claim || !episode.device) return;
      const reason = await askReason({
        title: "The phone is broken",
        message: "The recording is discarded; you keep the task and choose another phone.",
        confirm: "Report it",
        danger: true,
        suggestions: ["It does not react.", "The picture is wrong.", "An app keeps crashing."],
      });
      if (!reason) return;
      const device = episode.device.id;
      const report = { claim: claim.id, how: "phone_broken", device, reason } as const;
      const told = await endClaim.mutateAsync(report).catch(() => null); // it says itself why not
      if (!told) return;
      editor.forget();
      await navigate("/tasks");
    },
  };
}
