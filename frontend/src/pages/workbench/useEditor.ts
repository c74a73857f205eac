import { useEffect, useState, useSyncExternalStore } from "react";
import { api, ok } from "../../api/client";
import type { EpisodeDetail } from "../../api/types";
import { type EditorState, EpisodeEditor } from "./editor";

/** Something on the server is under way that the page waits for. */
const POLL_MS = 1200;

function editorFor(id: string): EpisodeEditor {
  const params = { path: { id } };
  const episode = (answer: Parameters<typeof ok<unknown>>[0]) =>
    ok(answer) as Promise<EpisodeDetail>;
  return new EpisodeEditor(id, {
    load: () => episode(api.GET("/api/episodes/{id}", { params })),
    edit: (op, base_revision) =>
      episode(api.POST("/api/episodes/{id}/edit", { params, body: { ...op, base_revision } })),
    undo: (base_revision) =>
      episode(api.POST("/api/episodes/{id}/undo", { params, body: { base_revision } })),
    redo: (base_revision) =>
      episode(api.POST("/api/episodes/{id}/redo", { params, body: { base_revision } })),
  });
}

/** The editor of one episode, loaded, saving on its own, and asked to save before the page goes away. */
export function useEditor(id: string) {
  const [editor] = useState(() => editorFor(id));
  const [error, setError] = useState<Error | null>(null);
  const state: EditorState = useSyncExternalStore(editor.store.subscribe, editor.store.get);

  useEffect(() => {
    editor.load().catch(setError);
    const save = () => void editor.flush();
    const retry = () => editor.retryNow();
    const hidden = () => document.visibilityState === "hidden" && save();
    window.addEventListener("pagehide", save);
    window.addEventListener("online", retry);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      save();
      window.removeEventListener("pagehide", save);
      window.removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, [editor]);

  const waiting = state.episode?.state === "preparing" || state.episode?.saving === true;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void editor.refresh(), POLL_MS);
    return () => clearInterval(timer);
  }, [editor, waiting]);

  return { editor, state, error, retry: () => editor.load().then(() => setError(null), setError) };
}
