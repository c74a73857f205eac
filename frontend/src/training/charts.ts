/** Which of a job's values stand in which chart, and how they are called. */
import type { Table } from "./progress";

export interface Line {
  name: string;
  label: string;
}

export interface Chart {
  title: string;
  /** Said under the title where the name alone does not tell. */
  help?: string;
  /** "share": 0 to 1, shown in percent. */
  unit?: string;
  lines: Line[];
}

interface Plan {
  title: string;
  help?: string;
  unit?: string;
  /** Names in the order of the legend; one that ends with `*` takes all that begin so. */
  names: Record<string, string>;
}

const CATEGORIES: Record<string, string> = {
  app: "One app",
  mini_app: "Mini-apps",
  cross_app: "Across apps",
};

const ENVIRONMENTS: Record<string, string> = {
  mock: "Mock apps",
  real: "Real-app phones or stand-ins",
};

const PLANS: Plan[] = [
  {
    title: "Reward",
    help: "Mean of the episodes, by environment",
    unit: "share",
    names: { reward: "All", "reward_*": "" },
  },
  {
    title: "Success",
    help: "Goals reached, by category",
    unit: "share",
    names: { success: "All", "success_*": "" },
  },
  { title: "Loss", names: { loss: "Training", eval_loss: "Held-out" } },
  {
    title: "Action accuracy",
    help: "On held-out steps",
    unit: "share",
    names: {
      exact: "All of it",
      type_match: "Kind of action",
      point_in_box: "Point in the box",
      text_match: "Text",
      token_accuracy: "Tokens",
      mean_token_accuracy: "Tokens (training)",
      "accuracy_*": "",
      "eval_*": "",
    },
  },
  { title: "KL", help: "How far it is from where it began", names: { kl: "KL" } },
  { title: "Entropy", help: "What is left to try", names: { entropy: "Entropy" } },
  {
    title: "Clipped",
    help: "Share of tokens whose update met the clip",
    unit: "share",
    names: { "clip_*": "", clip: "Clipped" },
  },
  {
    title: "Length",
    help: "Of an episode in steps, of an answer in tokens",
    names: { length: "Steps", steps: "Steps", answer_length: "Tokens", answer_tokens: "Tokens" },
  },
  {
    title: "Groups without variance",
    help: "All good or all bad: nothing to learn from",
    unit: "share",
    names: { zero_variance: "Share" },
  },
  {
    title: "Trouble",
    help: "Unreadable answers, phones that failed",
    names: { parse_errors: "Unreadable", environment_errors: "Environment", cut: "Cut" },
  },
  {
    title: "Time of a step",
    unit: "s",
    names: { rollout_s: "Rollout", train_s: "Learning", eval_s: "Measuring", save_s: "Saving" },
  },
  {
    title: "Tokens a second",
    names: { tokens_per_s: "Learning", rollout_tokens_per_s: "Rollout" },
  },
  { title: "Episodes a second", names: { episodes_per_s: "Episodes" } },
  { title: "GPU", unit: "share", names: { gpu_util: "In use" } },
  {
    title: "Memory",
    unit: "MB",
    names: { memory_mb: "Of the process", gpu_memory_mb: "Of the GPU" },
  },
  { title: "Learning rate", names: { learning_rate: "Learning rate" } },
  { title: "Gradient", help: "Its length before it is shortened", names: { grad_norm: "Norm" } },
];

/** Sums that stand in the cost line, and are no curve. */
const NO_CURVE = new Set(["episodes", "judge_tokens", "device_s", "gpu_s", "epoch", "tokens"]);

export function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function lineLabel(name: string, stem: string, given: string): string {
  if (given) return given;
  const rest = name.slice(stem.length);
  return CATEGORIES[rest] ?? ENVIRONMENTS[rest] ?? labelOf(rest);
}

/** The charts that these values fill, in the order in which one looks at them; unknown values come last, each alone. */
export function chartsOf(table: Table): Chart[] {
  const left = new Set(Object.keys(table.values).filter((name) => !NO_CURVE.has(name)));
  const charts: Chart[] = [];
  for (const { names, ...plan } of PLANS) {
    const lines: Line[] = [];
    for (const [pattern, label] of Object.entries(names)) {
      const stem = pattern.endsWith("*") ? pattern.slice(0, -1) : null;
      const found = stem === null ? [pattern] : [...left].filter((name) => name.startsWith(stem));
      for (const name of found.sort()) {
        if (!left.delete(name)) continue;
        lines.push({ name, label: stem === null ? label : lineLabel(name, stem, label) });
      }
    }
    if (lines.length > 0) charts.push({ ...plan, lines });
  }
  for (const name of [...left].sort()) {
    charts.push({ title: labelOf(name), lines: [{ name, label: labelOf(name) }] });
  }
  return charts;
}
