import { useCallback, useEffect, useRef, useState } from "react";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import type { CriterionAnswer, GradeSheet } from "../../api/types";

const SAVE_AFTER_MS = 700;

/** What an evaluator types. Empty texts and null stand for "not said yet". */
export interface Draft {
  answers: Record<string, CriterionAnswer>;
  side_effects: string;
  looped: boolean;
  first_wrong_step: number | null;
  failure: string;
  confidence: number | null;
  note: string;
}

const draftOf = (sheet: GradeSheet): Draft => ({
  answers: sheet.answers,
  side_effects: sheet.side_effects,
  looped: sheet.looped,
  first_wrong_step: sheet.first_wrong_step,
  failure: sheet.failure,
  confidence: sheet.confidence,
  note: sheet.note,
});

/**
 * A grade as it is typed, saved a moment after each change, one save after the other. `trouble` says why it can no
 * longer be saved: another tab was faster, or the claim has ended.
 */
export function useDraft(sheet: GradeSheet) {
  const [draft, setDraft] = useState(() => draftOf(sheet));
  const [saved, setSaved] = useState<"saved" | "saving" | "changed">("saved");
  const [trouble, setTrouble] = useState<ApiError | null>(null);
  const version = useRef(sheet.version);
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef(false);
  const chain = useRef<Promise<unknown>>(Promise.resolve());
  const seconds = useSeconds(sheet.seconds, sheet.state === "open");

  const body = useCallback(
    () => ({ version: version.current, seconds: seconds.current, ...latest.current }) as never,
    [seconds],
  );

  /** After what is under way, so that a version is never sent twice. */
  const queued = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const next = chain.current.then(work, work);
    chain.current = next.catch(() => undefined);
    return next;
  }, []);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    pending.current = false;
    return queued(async () => {
      setSaved("saving");
      try {
        const params = { path: { id: sheet.id } };
        version.current = (
          await ok(api.PATCH("/api/grades/{id}", { params, body: body() }))
        ).version;
        setSaved("saved");
      } catch (error) {
        setSaved("changed");
        if (error instanceof ApiError && error.status === 409) setTrouble(error);
      }
    });
  }, [sheet.id, body, queued]);

  const change = useCallback(
    (part: Partial<Draft> | ((old: Draft) => Partial<Draft>)) => {
      const old = latest.current;
      latest.current = { ...old, ...(typeof part === "function" ? part(old) : part) };
      setDraft(latest.current);
      setSaved("changed");
      pending.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
    },
    [save],
  );

  const submit = useCallback(() => {
    clearTimeout(timer.current);
    pending.current = false;
    return queued(
      () =>
        ok(
          api.POST("/api/grades/{id}/submit", { params: { path: { id: sheet.id } }, body: body() }),
        ) as unknown as Promise<GradeSheet>,
    );
  }, [sheet.id, body, queued]);

  // What was typed in the last moment goes out as the page is left.
  useEffect(
    () => () => {
      if (pending.current) void save();
    },
    [save],
  );
  useHeartbeat(sheet, setTrouble);
  return { draft, change, save, submit, saved, trouble };
}

/** Seconds with the page in front, from what was counted before. */
function useSeconds(before: number, counting: boolean) {
  const seconds = useRef(before);
  useEffect(() => {
    if (!counting) return;
    const tick = setInterval(() => {
      if (document.visibilityState === "visible") seconds.current += 1;
    }, 1000);
    return () => clearInterval(tick);
  }, [counting]);
  return seconds;
}

function useHeartbeat(sheet: GradeSheet, onOver: (error: ApiError) => void) {
  const { id, state, heartbeat_s } = sheet;
  useEffect(() => {
    if (state !== "open") return;
    const beat = setInterval(() => {
      ok(api.POST("/api/grades/{id}/heartbeat", { params: { path: { id } } })).catch((error) => {
        if (error instanceof ApiError && error.status === 409) onOver(error);
      });
    }, heartbeat_s * 1000);
    return () => clearInterval(beat);
  }, [id, state, heartbeat_s, onOver]);
}
