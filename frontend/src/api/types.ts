/** The API's objects, as the server serves them (times are ISO-8601 UTC, lengths in device pixels). */

export type Role = "annotator" | "reviewer" | "evaluator" | "lead" | "researcher" | "admin";
export type ThemeChoice = "system" | "light" | "dark";

export interface Person {
  id: number | string;
  username: string;
  name: string;
}

export interface User extends Person {
  roles: Role[];
  time_zone: string;
  theme: ThemeChoice;
  permissions: Record<string, boolean>;
}

export interface Session {
  user: User | null;
  csrf_token: string;
}

export interface Page<T> {
  results: T[];
  next: string | null;
  previous?: string | null;
  count: number;
}

export interface Lease {
  id: string;
  holder: Person;
  purpose: "manual" | "demonstration";
  started_at: string;
  expires_at: string;
  last_input_at: string | null;
  mine: boolean;
}

export type DeviceState = "online" | "offline" | "unauthorized" | "frozen" | "gone" | "maintenance";

export interface Device {
  id: string;
  name: string;
  serial: string;
  kind: "real" | "mock";
  model: string;
  android_version: string;
  state: DeviceState;
  state_reason: string;
  width: number;
  height: number;
  rotation: number;
  battery: { level: number; charging: boolean } | null;
  screen_on: boolean;
  foreground: string;
  last_seen_at: string | null;
  host: { name: string; online: boolean } | null;
  stream_url: string;
  lease: Lease | null;
  note?: string;
  properties?: Record<string, unknown>;
}

export interface Task {
  id: number | string;
  key: string;
  goal: string;
  goal_zh: string;
  hints: string;
  category: "app" | "mini_app" | "cross_app";
  apps: string[];
  suite: string;
  difficulty: string | number;
  step_limit: number;
  time_limit_s: number;
  device_kind: "any" | "mock" | "real";
  wanted: number;
  done: number;
  held: number;
  infeasible_reports: number;
  available: boolean;
}

export interface Claim {
  id: string;
  task: Task;
  episode: string | null;
  expires_at: string;
  heartbeat_s: number;
}

export interface Queue {
  next: number;
  mine: Claim | null;
  held_by_others: number;
  oldest_frees_in_s: number | null;
  sent_back: Episode[];
}

export type EpisodeState =
  | "preparing"
  | "recording"
  | "draft"
  | "submitted"
  | "sent_back"
  | "accepted"
  | "rejected"
  | "discarded"
  | "failed";

export type Quality = "ok" | "good" | "excellent";
export type ReviewVerdict = "accept" | "send_back" | "reject";

export interface Verdict {
  success: boolean;
  progress: number;
  rules: { rule: string; ok: boolean; detail: string }[];
  side_effects: unknown[];
}

export interface Review {
  verdict: ReviewVerdict;
  quality: Quality | null;
  reason: string;
  reviewer: Person;
  created_at: string;
}

/** The canonical form of the action space; points are device pixels of the step's own screen size. */
export interface Action {
  name: string;
  arguments: Record<string, unknown>;
}

/** [left, top, right, bottom] */
export type Bounds = [number, number, number, number];

export interface StepElement {
  id: string;
  role: string;
  text: string;
  desc: string;
  bounds: Bounds;
}

export interface Step {
  id: string;
  index: number;
  seq: number;
  action: Action;
  /** When the action happened. */
  at: string;
  duration_ms: number;
  screenshot: string | null;
  thumbnail: string | null;
  tree: string | null;
  element: StepElement | null;
  foreground: { package: string; activity: string } | null;
  width: number;
  height: number;
  thought: string;
  instruction: string;
  secret: boolean;
  edited: boolean;
  tree_stale: boolean;
  /** What the action space could not hold, in plain words. */
  flag?: string;
}

export interface Episode {
  id: string;
  state: EpisodeState;
  kind: "demonstration" | "rollout";
  task: Task | null;
  goal: string;
  author: Person;
  device: { id: string; name: string; kind: "real" | "mock" } | null;
  started_at: string | null;
  finished_at: string | null;
  duration_s: number | null;
  outcome: "finished" | "failed" | "infeasible" | null;
  answer: string | null;
  n_steps: number;
  revision: {
    number: number;
    author: Person | null;
    created_at: string;
    can_undo: boolean;
    can_redo: boolean;
  } | null;
  video: string | null;
  video_started_at?: string | null;
  /** Between the finish and the moment when verdict, video and last picture are stored. */
  saving?: boolean;
  preparing?: { step: number; of: number; message: string } | null;
  reason?: string;
  verifier: Verdict | null;
  quality: Quality | null;
  reviews: Review[];
  width: number;
  height: number;
  permissions: { edit: boolean; submit: boolean; review: boolean; discard: boolean };
  content_hash: string;
  stream_url: string;
}

export interface EpisodeDetail extends Episode {
  steps: Step[];
}

export interface Revision {
  number: number;
  op: string;
  target: string;
  reason: string;
  author: Person;
  created_at: string;
  n_steps: number;
  is_head: boolean;
}

export interface ReviewQueue {
  /** Handed in and reviewable by me. */
  waiting: number;
  /** Handed in by myself: others must review them. */
  own: number;
  next: string[];
}

export interface MyStats {
  drafts: number;
  submitted: number;
  sent_back: number;
  accepted: number;
  rejected: number;
  done_today: number;
  reviewed: number;
  reviewed_today: number;
}

export interface Account extends Person {
  roles: Role[];
  is_active: boolean;
  last_login: string | null;
  date_joined: string;
}

export interface NewAccount extends Account {
  /** Told once, when an account is made without a password. */
  first_password?: string;
}

export interface ApiToken {
  id: string;
  name: string;
  scopes: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

export interface AuditEntry {
  id: number | string;
  at: string;
  actor: string | null;
  verb: string;
  target_type: string;
  target_id: string;
  target_name: string;
  details: Record<string, unknown>;
}
