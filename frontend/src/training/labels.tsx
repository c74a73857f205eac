import { Badge } from "@mantine/core";
import type { DatasetState, JobKind, JobState } from "./types";

export const JOB_STATES: Record<JobState, { label: string; color: string }> = {
  queued: { label: "Waiting", color: "gray" },
  running: { label: "Running", color: "blue" },
  stopping: { label: "Stopping", color: "yellow" },
  done: { label: "Done", color: "green" },
  stopped: { label: "Stopped", color: "orange" },
  failed: { label: "Failed", color: "red" },
};

export const JOB_KINDS: Record<JobKind, string> = {
  sft: "SFT",
  real_rl: "Real-app RL",
  mixed_rl: "Mixed RL",
  judge_sft: "Judge SFT",
  evaluate: "Evaluation",
};

export const DATASET_STATES: Record<DatasetState, { label: string; color: string }> = {
  building: { label: "Being built", color: "blue" },
  frozen: { label: "Frozen", color: "green" },
  failed: { label: "Failed", color: "red" },
};

export const PURPOSES: Record<string, string> = {
  sft: "SFT",
  preferences: "Preferences",
  judge: "Judge",
};

export const PHASES: Record<string, string> = {
  start: "starting",
  rollout: "rolling out",
  train: "learning",
  eval: "measuring",
  save: "saving",
};

export const isOver = (state: JobState) =>
  state === "done" || state === "stopped" || state === "failed";

export function JobBadge({ state }: { state: JobState }) {
  const { label, color } = JOB_STATES[state];
  return <Badge color={color}>{label}</Badge>;
}

export function DatasetBadge({ state }: { state: DatasetState }) {
  const { label, color } = DATASET_STATES[state];
  return <Badge color={color}>{label}</Badge>;
}

/** What an episode was worth; null where its phone or judge failed, or nobody judged it. */
export function RewardBadge({ reward }: { reward: number | null }) {
  if (reward === null) return <Badge color="gray">Not judged</Badge>;
  return <Badge color={reward > 0 ? "green" : "red"}>{reward > 0 ? "Reached" : "Missed"}</Badge>;
}
