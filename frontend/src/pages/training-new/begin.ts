import type { FieldValue, JobKind, KindAbout } from "../../training/types";

/** What the form begins with. */
export interface Begin {
  kind: JobKind;
  preset: string;
  dataset: string;
  base: string;
  /** The checkpoint of a judge; empty: the platform's own. */
  judge: string;
  judgeAnyway: boolean;
  /** Another job's values, to be changed. */
  config?: Record<string, FieldValue>;
  /** The job whose values these are. */
  parent?: string;
}

/** From the address: a dataset is there to teach, a checkpoint to learn on, unless it says otherwise. */
export function beginOf(params: URLSearchParams, kinds: KindAbout[]): Begin {
  const dataset = params.get("dataset") ?? "";
  const base = params.get("base") ?? "";
  const wanted = params.get("kind") ?? (base && !dataset ? "mixed_rl" : "sft");
  const found = kinds.find(({ kind }) => kind === wanted) ?? (kinds[0] as KindAbout);
  const preset = found.presets[0]?.name ?? "";
  return { kind: found.kind, preset, dataset, base, judge: "", judgeAnyway: false };
}
