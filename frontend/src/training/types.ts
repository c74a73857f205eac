/** Jobs, checkpoints and datasets as their API tells them (times ISO-8601 UTC; figures of success are shares). */
import type { components } from "../api/schema";
import type { Action, Bounds } from "../api/types";

type Schemas = components["schemas"];

export type Named = Schemas["NamedRow"];
export type Owner = Schemas["Person"];

export type JobKind = Schemas["JobKindEnum"];
export type JobState = Schemas["JobStateEnum"];
/** `result`: its newest checkpoint. */
export type Job = Required<Schemas["Job"]>;
export type Cost = Schemas["Cost"];

export type FieldValue = string | number | boolean | null;
/** One setting of a kind of job, as a form shows it. */
export type FieldAbout = Omit<Schemas["Field"], "default"> & { default: FieldValue };
export type Preset = Omit<Schemas["Preset"], "config"> & { config: Record<string, FieldValue> };
export type KindAbout = Omit<Schemas["Kind"], "fields" | "presets"> & {
  fields: FieldAbout[];
  presets: Preset[];
};
export type Estimate = Schemas["Estimate"];
export type FieldDiff = Omit<Schemas["Difference"], "mine" | "theirs"> & {
  mine: FieldValue;
  theirs: FieldValue;
};

/** A checkpoint's or an evaluation's figures: numbers, or what came of a whole suite. */
export type Metrics = Record<string, unknown>;

export type Checkpoint = Required<Omit<Schemas["Checkpoint"], "metrics">> & { metrics: Metrics };
export type CheckpointDetail = Required<Omit<Schemas["CheckpointDetail"], "metrics">> & {
  metrics: Metrics;
};
export type LineageNode = Schemas["Node"];
export type Lineage = Schemas["Lineage"];
export type FileAbout = Schemas["CheckpointFile"];

export type JobDetail = Required<
  Omit<Schemas["JobDetail"], "about" | "config" | "outcome" | "checkpoints">
> & {
  about: FieldAbout[];
  config: Record<string, FieldValue>;
  outcome: Metrics;
  checkpoints: Checkpoint[];
};

export type DatasetState = Schemas["DatasetStateEnum"];
/** By what is counted, then by value. */
export type Counts = Record<string, Record<string, number>>;
export type Refusal = Schemas["Refused"];
export type Dataset = Required<Omit<Schemas["Dataset"], "counts" | "progress">> & {
  counts: Counts;
  /** While it is built; empty afterwards. */
  progress: { done?: number; of?: number };
};
export type DatasetDetail = Required<
  Omit<Schemas["DatasetDetail"], "counts" | "progress" | "query" | "demonstrations" | "jobs">
> &
  Pick<Dataset, "counts" | "progress"> & {
    query: Record<string, unknown>;
    demonstrations: Record<string, unknown>;
    jobs: (Named & { kind: JobKind; state: JobState })[];
  };
export type DatasetFilterField = Schemas["Filter"];
export type DatasetPreview = Schemas["DatasetPreview"];
export type DatasetRow = Schemas["DatasetRow"];

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
  environment: string;
  /** Which real-app phone, or which of their stand-ins. */
  phone?: string;
  category: string;
  reward: number | null;
  progress: number | null;
  why: string;
  ending: string;
  seconds: number;
  steps: SampleStep[];
  episode: string | null;
}
