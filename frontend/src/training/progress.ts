/** What a trainer's progress lines say, as curves: pure functions, no server and no picture. */

/** One line of a job's progress, as its trainer wrote it. `at`: seconds since 1970. */
export interface ProgressLine {
  step: number;
  of: number;
  at: number;
  phase: string;
  values: Record<string, number | null>;
}

/** Adds newly read lines. A trainer that resumes does some steps again: what they said before is gone. */
export function append(known: ProgressLine[], fresh: ProgressLine[]): ProgressLine[] {
  const lines = [...known];
  for (const line of fresh) {
    while (lines.length > 0 && (lines.at(-1) as ProgressLine).step > line.step) lines.pop();
    lines.push(line);
  }
  return lines;
}

/** Steps, and for every value one number a step, null where a step does not tell it. The last word of a step counts. */
export interface Table {
  steps: number[];
  values: Record<string, (number | null)[]>;
}

export function tabulate(lines: ProgressLine[]): Table {
  const steps = [...new Set(lines.map((line) => line.step))].sort((a, b) => a - b);
  const row = new Map(steps.map((step, index) => [step, index]));
  const values: Table["values"] = {};
  for (const line of lines) {
    for (const [name, value] of Object.entries(line.values)) {
      if (value === null || !Number.isFinite(value)) continue;
      values[name] ??= new Array(steps.length).fill(null);
      values[name][row.get(line.step) as number] = value;
    }
  }
  return { steps, values };
}

/**
 * Exponential moving average that does not lean to its beginning (as Adam corrects its moments); gaps stay gaps.
 * `weight` 0 changes nothing; near 1 is very smooth.
 */
export function smooth(values: (number | null)[], weight: number): (number | null)[] {
  let mean = 0;
  let seen = 0;
  return values.map((value) => {
    if (value === null) return null;
    mean = weight * mean + (1 - weight) * value;
    seen = weight * seen + (1 - weight);
    return mean / seen;
  });
}

/** A number as a person reads it: three figures that count, and no more. */
export function figure(value: number | null | undefined, unit = ""): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (unit === "share") return `${Number((100 * value).toFixed(Math.abs(value) < 0.1 ? 1 : 0))} %`;
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e4) text = Math.round(value).toLocaleString("en");
  else if (size >= 100 || (Number.isInteger(value) && size < 1e4)) text = String(Math.round(value));
  else if (size >= 1) text = value.toFixed(2);
  else if (size >= 1e-3 || size === 0) text = String(Number(value.toPrecision(3)));
  else text = value.toExponential(1).replace(".0e", "e");
  return unit ? `${text} ${unit}` : text;
}

const SIZES = ["B", "kB", "MB", "GB", "TB"];

/** 1536 → "1.5 kB" */
export function bytes(size: number | null | undefined): string {
  if (size === null || size === undefined) return "–";
  let rest = size;
  let at = 0;
  while (rest >= 1000 && at < SIZES.length - 1) {
    rest /= 1000;
    at++;
  }
  return `${at === 0 || rest >= 100 ? Math.round(rest) : rest.toFixed(1)} ${SIZES[at]}`;
}

/** "3 s ago", "2 min ago"; a trainer that lives says something every few seconds. */
export function ago(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 120) return `${whole} s ago`;
  if (whole < 7200) return `${Math.round(whole / 60)} min ago`;
  return `${Math.round(whole / 3600)} h ago`;
}

/** A trainer that has said nothing for so long may be dead; after a minute the platform deals with it. */
export const SILENT_S = 30;

/** How long something takes, said no more exactly than it is known. */
export function about(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return "not known yet";
  if (seconds < 45) return "under a minute";
  if (seconds < 90) return "about a minute";
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `about ${(seconds / 3600).toFixed(seconds < 36_000 ? 1 : 0)} h`;
  return `about ${Math.round(seconds / 86_400)} days`;
}
