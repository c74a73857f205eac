import { Badge, Group, Progress, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { Verdict } from "../api/types";
import classes from "./verdict.module.css";

const RULES: Record<string, string> = {
  present: "Is there",
  absent: "Is not there",
  count: "How many there are",
  field: "What it says",
  value: "A setting of the phone",
  unchanged: "Is as it was",
  answer: "The answer",
};

/** "sys/settings/volume" from 3 to 5 → "sys › settings › volume: 3 → 5". */
export function sideEffectWords(effect: unknown): string {
  if (typeof effect === "string") return effect;
  const { path, before, after } = (effect ?? {}) as Record<string, unknown>;
  if (typeof path !== "string") return JSON.stringify(effect);
  const said = (value: unknown) => (value === "None" ? "nothing" : String(value));
  return `${path.split("/").join(" › ")}: ${said(before)} → ${said(after)}`;
}

/** What the rules over the virtual phone's state say; a person still decides. */
export function VerifierPanel({ verdict }: { verdict: Verdict }) {
  return (
    <section aria-label="Verifier">
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={600}>
          Verifier
        </Text>
        <Badge color={verdict.success ? "green" : "red"}>
          {verdict.success ? "Goal reached" : "Goal not reached"}
        </Badge>
      </Group>
      {!verdict.success && verdict.progress > 0 && (
        <Progress
          value={verdict.progress * 100}
          size="sm"
          mb="xs"
          aria-label="Part of the goal reached"
        />
      )}
      <ul className={classes.rules}>
        {verdict.rules.map((rule) => (
          <li key={`${rule.rule}${rule.detail}`}>
            {rule.ok ? (
              <IconCircleCheck size={16} className={classes.ok} aria-label="holds" />
            ) : (
              <IconCircleX size={16} className={classes.bad} aria-label="does not hold" />
            )}
            <span>
              {RULES[rule.rule] ?? rule.rule}
              {rule.detail && <small>{rule.detail}</small>}
            </span>
          </li>
        ))}
      </ul>
      {verdict.side_effects.length > 0 && (
        <>
          <Text size="xs" c="dimmed" mt="xs">
            Side effects
          </Text>
          <ul className={classes.rules}>
            {verdict.side_effects.map((effect) => (
              <li key={sideEffectWords(effect)}>
                <span>{sideEffectWords(effect)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
