import { Badge, Button, Group, Text, UnstyledButton } from "@mantine/core";
import { IconLink, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { AnswerKind, CriterionAnswer, GradeSheet } from "../../api/types";
import { ANSWERS } from "../../grading/labels";
import classes from "./grade.module.css";

interface Props {
  sheet: GradeSheet;
  answers: Record<string, CriterionAnswer>;
  current: number;
  onCurrent: (index: number) => void;
  onAnswer: (index: number, answer: AnswerKind) => void;
  onAttach: (index: number, step: number | null) => void;
  onStep: (step: number) => void;
  disabled: boolean;
}

/** The rubric: one line a criterion, with its answer and the step that shows it. */
export function Criteria(props: Props) {
  const { sheet, answers, current, onCurrent, onAnswer, onAttach, onStep, disabled } = props;
  const line = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ref points elsewhere once the index has changed
  useEffect(() => {
    line.current?.scrollIntoView({ block: "nearest" });
  }, [current]);

  return (
    <ol className={classes.criteria} aria-label="Criteria">
      {sheet.criteria.map((criterion, i) => {
        const given = answers[criterion.id];
        const others = sheet.others.map((other) => other.answers[criterion.id]?.answer);
        const differ = others.length > 0 && new Set(others).size > 1;
        return (
          <li
            key={criterion.id}
            ref={i === current ? line : undefined}
            className={classes.criterion}
            aria-current={i === current ? "true" : undefined}
            data-differ={differ || undefined}
          >
            <UnstyledButton className={classes.words} onClick={() => onCurrent(i)}>
              <span className={`pb-numbers ${classes.number}`}>{i + 1}</span>
              <span>
                {criterion.text}
                {criterion.text_zh && (
                  <Text span size="sm" c="dimmed" display="block" lang="zh">
                    {criterion.text_zh}
                  </Text>
                )}{" "}
                {criterion.must && <Badge size="sm">must</Badge>}
                {criterion.negative && (
                  <Badge size="sm" color="orange">
                    harm
                  </Badge>
                )}
              </span>
            </UnstyledButton>
            <Group gap={6} wrap="nowrap" className={classes.buttons}>
              {Object.entries(ANSWERS).map(([value, { label }]) => (
                <Button
                  key={value}
                  size="compact-sm"
                  variant={given?.answer === value ? "filled" : "default"}
                  color={colorOf(value as AnswerKind, criterion.negative === true)}
                  aria-pressed={given?.answer === value}
                  disabled={disabled}
                  onClick={() => onAnswer(i, value as AnswerKind)}
                >
                  {label}
                </Button>
              ))}
              {given?.step != null && (
                <Group gap={2} wrap="nowrap" ml="auto">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    leftSection={<IconLink size={13} />}
                    onClick={() => onStep(given.step as number)}
                  >
                    Step {given.step + 1}
                  </Button>
                  {!disabled && (
                    <UnstyledButton
                      aria-label={`Detach the step from criterion ${i + 1}`}
                      className={classes.detach}
                      onClick={() => onAttach(i, null)}
                    >
                      <IconX size={13} />
                    </UnstyledButton>
                  )}
                </Group>
              )}
            </Group>
            {others.length > 0 && (
              <Text size="xs" c={differ ? undefined : "dimmed"} fw={differ ? 600 : undefined}>
                {others.map((answer, n) => `Grader ${n + 1}: ${label(answer)}`).join(" · ")}
              </Text>
            )}
            {sheet.solution && (
              <Text
                size="xs"
                fw={600}
                c={given?.answer === sheet.solution.answers[criterion.id] ? "green" : "red"}
              >
                Right: {label(sheet.solution.answers[criterion.id] as AnswerKind)}
              </Text>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function label(answer: AnswerKind | undefined): string {
  return answer ? ANSWERS[answer].label : "–";
}

/** Green where the answer speaks for the run, red where against it. */
function colorOf(answer: AnswerKind, negative: boolean): string | undefined {
  if (answer === "u") return "gray.7";
  return (answer === "y") === !negative ? undefined : "red.8";
}
