import type { AnswerKind, GradeSheet } from "../api/types";

export const ANSWERS: Record<AnswerKind, { label: string; key: string }> = {
  y: { label: "Yes", key: "y" },
  n: { label: "No", key: "n" },
  u: { label: "Can’t tell", key: "t" },
};

export const SIDE_EFFECTS: Record<string, string> = {
  none: "None",
  reversible: "Reversible",
  harmful: "Harmful",
};

export const FAILURES: Record<string, string> = {
  grounding: "Grounding: the wrong place touched",
  wrong_parameter: "Wrong parameter",
  missed_constraint: "Missed constraint",
  lost_information: "Lost information across apps",
  premature_finish: "Premature finish",
  false_claim: "False claim of success",
  loop: "Loop",
  stuck: "Stuck on pop-up or login",
  wrong_app: "Wrong app",
  harmful: "Harmful side effect",
  parse_error: "Parse error",
  infrastructure: "Infrastructure",
  other: "Other",
};

export const CONFIDENCE: Record<string, string> = {
  "1": "Unsure",
  "2": "Fairly sure",
  "3": "Sure",
};

/** How the run ended, as far as an evaluator is told. */
export const ENDED: Record<string, string> = {
  agent_done: "It said it was done",
  agent_gave_up: "It gave up or asked for a person",
  step_limit: "It ran out of steps",
  time_limit: "It ran out of time",
};

/**
 * What the answers add up to, by the server's own rule: every must criterion holds and no harm does; null while
 * that hangs on one that is not answered or cannot be told.
 */
export function successOf(
  criteria: GradeSheet["criteria"],
  answers: Record<string, { answer: AnswerKind }>,
): boolean | null {
  const must = criteria.filter((c) => c.must);
  const needed = must.length > 0 ? must : criteria.filter((c) => !c.negative);
  const checks = [
    ...needed.map((c) => [answers[c.id]?.answer, "y", "n"] as const),
    ...criteria.filter((c) => c.negative).map((c) => [answers[c.id]?.answer, "n", "y"] as const),
  ];
  if (checks.some(([given, , bad]) => given === bad)) return false;
  return checks.every(([given, good]) => given === good) ? true : null;
}
