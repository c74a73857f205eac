/** A report's figures, as the server computes them (evaluation/report/figures.py). Rates are shares, 0 to 1. */

interface Slice {
  slice: "all" | "category" | "difficulty" | "app";
  value: string;
  few: boolean;
}

export interface Success extends Slice {
  agent: string;
  tasks: number;
  attempts: number;
  successes: number;
  rate: number;
  low: number;
  high: number;
}

export interface Comparison extends Slice {
  a: string;
  b: string;
  tasks: number;
  only_a: number;
  only_b: number;
  difference: number;
  low: number;
  high: number;
  p: number;
  p_holm: number;
  winner: string | null;
}

interface Coefficient {
  value: number | null;
  low: number | null;
  high: number | null;
}

interface Tally {
  agent: string;
  counts: Record<string, number>;
}

export interface Confusion {
  n: number;
  precision: number | null;
  recall: number | null;
  accuracy: number | null;
  ac1: number | null;
}

export interface Cell {
  run: string;
  success: boolean | null;
  valid: boolean | null;
  ending: string;
}

export interface Figures {
  agents: string[];
  few: number;
  counts: {
    attempts: number;
    ended: number;
    valid: number;
    decided: number;
    grades: number;
    adjudications: number;
    overlap: number;
    per_task: number;
    /** Attempts by kind of phone: mock, real, stand-in. */
    phones: Record<string, number>;
  };
  success: Success[];
  attempts: { agent: string; k: number; pass_at: number | null; pass_all: number | null }[];
  comparisons: Comparison[];
  smallest_visible: { tasks: number; discordant: number; difference: number | null } | null;
  sensitivity: {
    agent: string;
    excluded: number;
    retries: number;
    as_failures: number | null;
    as_successes: number | null;
  }[];
  endings: Tally[];
  failures: Tally[];
  side_effects: Tally[];
  claims: { agent: string; claimed: number; false: number; low: number; high: number }[];
  effort: { agent: string; steps: number | null; seconds: number | null; tokens: number | null }[];
  agreement: {
    what: string;
    units: number;
    raw: Coefficient;
    alpha: Coefficient;
    kappa: Coefficient;
    ac1: Coefficient;
  }[];
  evaluators: {
    evaluator: string;
    grades: number;
    gold: number;
    gold_wrong: number;
    error_rate: number | null;
    low: number;
    high: number;
  }[];
  judges: {
    judge: string;
    people: Confusion | null;
    verifier: Confusion | null;
    by_agent: {
      agent: string;
      graded: number;
      judged_only: number;
      rate?: number;
      low?: number;
      high?: number;
    }[];
  }[];
  verifier: Confusion | null;
  table: { task: string; category: string; difficulty: number; cells: Record<string, Cell[]> }[];
}

const SLICES: Record<string, string> = {
  "": "All tasks",
  app: "One app",
  cross_app: "Across apps",
  mini_app: "Mini-apps",
};

export function sliceName({ slice, value }: Slice): string {
  return slice === "difficulty" ? `Difficulty ${value}` : (SLICES[value] ?? value);
}

export function percent(share: number | null | undefined, digits = 1): string {
  return share === null || share === undefined ? "–" : (100 * share).toFixed(digits);
}

export function pValue(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}
