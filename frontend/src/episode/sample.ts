import type { Episode } from "../api/types";

/** Of which job's step a sample episode is, and what reward it was given. */
export interface SampleOrigin {
  job: string;
  author: string;
  step: number;
  device: string;
  why: string;
  rewarded: string;
}

/** null for episodes that are no samples of a training job. */
export function sampleOf(episode: Pick<Episode, "kind" | "origin">): SampleOrigin | null {
  if (episode.kind !== "sample") return null;
  const { job, author, step, device, why, reward } = episode.origin as SampleOrigin & {
    reward: number | null;
  };
  const rewarded = reward === null ? "not judged" : reward === 1 ? "rewarded" : "not rewarded";
  return { job, author, step, device, why, rewarded };
}
