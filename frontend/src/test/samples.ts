import type { Action, EpisodeDetail, Step } from "../api/types";

export const tap = (x: number, y: number): Action => ({
  name: "click",
  arguments: { points: [[x, y]] },
});

export function step(index: number, more: Partial<Step> = {}): Step {
  return {
    id: `step-${index}`,
    index,
    seq: index,
    action: tap(100, 200),
    at: new Date(Date.UTC(2026, 0, 1, 12, 0, index * 5)).toISOString(),
    duration_ms: 0,
    screenshot: `/shot-${index}.png`,
    thumbnail: `/thumb-${index}.png`,
    tree: null,
    element: null,
    foreground: null,
    width: 540,
    height: 1200,
    thought: "",
    instruction: "",
    secret: false,
    edited: false,
    tree_stale: false,
    flag: "",
    ...more,
  };
}

export function episode(more: Partial<EpisodeDetail> = {}): EpisodeDetail {
  return {
    id: "e1",
    state: "submitted",
    kind: "demonstration",
    task: null,
    goal: "Set an alarm",
    author: { id: 2, username: "jonas", name: "Jonas" },
    device: null,
    started_at: new Date(Date.UTC(2026, 0, 1, 12, 0, 0)).toISOString(),
    finished_at: null,
    duration_s: 20,
    outcome: "finished",
    answer: "",
    n_steps: 3,
    revision: {
      number: 0,
      author: { id: 2, username: "jonas", name: "Jonas" },
      created_at: "2026-01-01T12:00:00Z",
      can_undo: false,
      can_redo: false,
    },
    video: null,
    video_started_at: null,
    saving: false,
    preparing: null,
    phone_restarted_at: null,
    paused_s: 0,
    reason: "",
    claim: null,
    origin: {},
    created_at: "2026-01-01T12:00:00Z",
    submitted_at: null,
    verifier: null,
    quality: null,
    reviews: [],
    width: 540,
    height: 1200,
    permissions: { edit: false, submit: false, review: true, discard: false, resume: false },
    content_hash: "ab".repeat(32),
    stream_url: "",
    steps: [step(0), step(1), step(2)],
    ...more,
  };
}
