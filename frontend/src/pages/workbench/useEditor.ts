import { useEffect, useState, useSyncExternalStore } from "react";
import { http } from "../../api/http";
import type { EpisodeDetail } from "../../api/types";
import { type EditorState, EpisodeEditor } from "./editor";

/** Something on the server is under way that the page waits for. */
const POLL_MS = 1200;

function editorFor(id: string): EpisodeEditor {
  const path = `/api/episodes/${id}`;
  return new EpisodeEditor(id, {
    load: () => http.get<EpisodeDetail>(path),
    edit: (op, baseRevision) =>
      http.post<EpisodeDetail>(`${path}/edit`, { ...op, base_revision: baseRevision }),
    undo: (baseRevision) =>
      http.post<EpisodeDetail>(`${path}/undo`, { base_revision: baseRevision }),
    redo: (baseRevision) =>
      http.post<EpisodeDetail>(`${path}/redo`, { base_revision: baseRevision }),
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
