/** Jobs, checkpoints and datasets as their API tells them (times ISO-8601 UTC; figures of success are shares). */
import type { Action, Bounds } from "../api/types";

export interface Named {
  id: string;
  name: string;
}

export interface Owner {
  id: number;
  username: string;
  name: string;
}

export type JobKind = "sft" | "real_rl" | "mixed_rl" | "judge_sft" | "evaluate";
export type JobState = "queued" | "running" | "stopping" | "done" | "stopped" | "failed";

export interface Job {
  id: string;
  name: string;
  kind: JobKind;
  state: JobState;
  preset: string;
  owner: Owner;
  dataset: Named | null;
  base: Named | null;
  /** Its newest checkpoint. */
  result: Named | null;
  step: number;
  of: number;
  phase: string;
  eta_s: number | null;
  success: number | null;
  error: string;
  attempts: number;
  queue: string;
  machine: string;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  heartbeat_at: string | null;
  seconds: number;
}

export interface Cost {
  seconds: number;
  gpu_s: number;
  device_s: number;
  judge_tokens: number;
}

export interface JobDetail extends Job {
  config: Record<string, unknown>;
  about: FieldAbout[];
  phones: { id: string; name: string }[];
  resumes: { step: number; at: string; why: string }[];
  cost: Cost;
  checkpoints: Checkpoint[];
  campaign: Named | null;
  /** Figures of its end. */
  outcome: Record<string, unknown>;
  permissions: { stop: boolean; resume: boolean; retry: boolean; evaluate: boolean };
}

export type FieldValue = string | number | boolean | null;

export interface FieldAbout {
  name: string;
  label: string;
  help: string;
  type: "int" | "float" | "bool" | "str" | "choice";
  default: FieldValue;
  choices: string[] | null;
  min: number | null;
  max: number | null;
  unit: string;
  group: string;
  advanced: boolean;
}

export interface Preset {
  name: string;
  label: string;
  help: string;
  config: Record<string, FieldValue>;
}

export interface KindAbout {
  kind: JobKind;
  label: string;
  help: string;
  needs: ("dataset" | "base")[];
  presets: Preset[];
  fields: FieldAbout[];
}

export interface Estimate {
  seconds: number;
  memory_mb: number;
  disk_mb: number;
  /** Null where nothing is known about the machine. */
  fits: boolean | null;
  words: string[];
}

export interface FieldDiff {
  name: string;
  label: string;
  mine: FieldValue;
  theirs: FieldValue;
}

export interface Checkpoint {
  id: string;
  name: string;
  kind: string;
  form: string;
  backbone: string;
  step: number;
  size: number;
  sha256: string;
  parameters: number | null;
  metrics: Record<string, number>;
  /** What runs it on phones; null until it is made an agent. */
  agent: { id: number; name: string } | null;
  job: (Named & { kind: JobKind }) | null;
  parent: Named | null;
  dataset: Named | null;
  deleted_at: string | null;
  created_at: string;
}

export interface LineageNode {
  id: string;
  kind: "dataset" | "checkpoint" | "job";
  name: string;
  note: string;
  this: boolean;
}

export interface Lineage {
  nodes: LineageNode[];
  edges: [string, string][];
}

export interface FileAbout {
  name: string;
  size: number;
  sha256: string;
}

export interface CheckpointDetail extends Checkpoint {
  card: string;
  files: FileAbout[];
  lineage: Lineage;
  /** Why it cannot be deleted, in plain words; empty if it can. */
  guard: string;
}

export type DatasetState = "building" | "frozen" | "failed";

export type Counts = Record<string, Record<string, number>>;

export interface Refusal {
  what: string;
  why: string;
  n: number;
}

export interface Dataset {
  id: string;
  name: string;
  version: number;
  description: string;
  state: DatasetState;
  purpose: string;
  owner: Owner;
  created_at: string;
  n_episodes: number;
  n_steps: number;
  size: number;
  sha256: string;
  counts: Counts;
  error: string;
}

export interface DatasetDetail extends Dataset {
  query: Record<string, unknown>;
  card: string;
  files: FileAbout[];
  jobs: (Named & { kind: JobKind; state: JobState })[];
  refused: Refusal[];
  formats: { name: string; label: string; help: string }[];
}

export interface DatasetFilterField {
  name: string;
  label: string;
  help: string;
  type: "choice" | "choices" | "date" | "number" | "bool";
  choices: { value: string; label: string }[];
}

export interface DatasetPreview {
  n_episodes: number;
  n_steps: number;
  counts: Counts;
  refused: Refusal[];
  examples: { id: string; goal: string }[];
}

export interface DatasetRow {
  index: number;
  goal: string;
  task: string;
  source: string;
  reward: number | null;
  n_steps: number;
  category: string;
  episode: string | null;
}

/** What an agent saw at one step, as it was told, and what it did. */
export interface SampleStep {
  told: string;
  answer: string;
  actions: Action[];
  parsed: boolean;
  picture: string | null;
  width: number;
  height: number;
  elements: { text: string; desc: string; role: string; bounds: Bounds }[] | null;
  advantage?: number | null;
}

export interface Sample {
  goal: string;
  task: string;
  environment: "mock" | "real";
  category: string;
  reward: number | null;
  progress: number | null;
  why: string;
  ending: string;
  seconds: number;
  steps: SampleStep[];
  episode: string | null;
}
