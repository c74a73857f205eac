/** What was measured, as rows for a table: plain numbers, and results of whole suites with their categories. */
import { labelOf } from "./charts";
import { figure } from "./progress";
import type { Metrics } from "./types";

export interface MetricRow {
  label: string;
  value: string;
  /** Belongs to the row above it. */
  part?: boolean;
}

/** What came of a suite (training/services/evaluations.py). `low`, `high`: Wilson, 95 %. */
interface SuiteResult {
  successes: number;
  tasks?: number;
  attempts?: number;
  rate?: number | null;
  low?: number | null;
  high?: number | null;
  undecided?: number;
  excluded?: number;
  categories?: Record<string, SuiteResult>;
}

const CATEGORIES: Record<string, string> = {
  app: "One app",
  mini_app: "Mini-apps",
  cross_app: "Across apps",
};
const SHARES = /success|accuracy|match|exact|point|reward|rate|precision|recall|share|agreement/;

const isResult = (value: unknown): value is SuiteResult =>
  typeof value === "object" && value !== null && "successes" in value;

function worded(result: SuiteResult): string {
  const of = result.attempts ?? result.tasks;
  const share = figure(result.rate, "share");
  const span =
    typeof result.low === "number" && typeof result.high === "number"
      ? ` (${figure(result.low, "share")} to ${figure(result.high, "share")})`
      : "";
  return of === undefined
    ? String(result.successes)
    : `${result.successes} of ${of}: ${share}${span}`;
}

function rowsOfResult(label: string, result: SuiteResult): MetricRow[] {
  const rows: MetricRow[] = [{ label, value: worded(result) }];
  for (const [name, part] of Object.entries(result.categories ?? {})) {
    if (isResult(part))
      rows.push({ label: CATEGORIES[name] ?? name, value: worded(part), part: true });
  }
  if (result.undecided)
    rows.push({ label: "Undecided", value: String(result.undecided), part: true });
  if (result.excluded)
    rows.push({ label: "Left out after trouble", value: String(result.excluded), part: true });
  return rows;
}

/** A number as it is told: shares in percent. */
export const metric = (name: string, value: number) =>
  figure(value, SHARES.test(name) && Math.abs(value) <= 1 ? "share" : "");

export function rowsOf(metrics: Metrics): MetricRow[] {
  if (isResult(metrics)) return rowsOfResult("Success", metrics);
  const rows: MetricRow[] = [];
  for (const [name, value] of Object.entries(metrics).sort(([a], [b]) => a.localeCompare(b))) {
    if (isResult(value)) rows.push(...rowsOfResult(name, value));
    else if (typeof value === "number")
      rows.push({ label: labelOf(name), value: metric(name, value) });
    else if (typeof value === "string" || typeof value === "boolean")
      rows.push({ label: labelOf(name), value: String(value) });
  }
  return rows;
}

/** The one figure that tells most of a checkpoint. */
export function headline(metrics: Metrics): string {
  const suite = Object.entries(metrics).find(([, value]) => isResult(value));
  if (suite) {
    const { successes, attempts, tasks } = suite[1] as SuiteResult;
    return `${suite[0]} ${successes} of ${attempts ?? tasks ?? "?"}`;
  }
  const numbers = Object.entries(metrics).filter(([, value]) => typeof value === "number");
  const [name, value] =
    numbers.find(([each]) => each === "success") ??
    numbers.find(([each]) => /success|exact|accuracy|reward/.test(each)) ??
    numbers[0] ??
    [];
  return name ? `${labelOf(name)} ${metric(name, value as number)}` : "–";
}
