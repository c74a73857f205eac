import { Anchor, Badge, Group, Text, UnstyledButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { formatDuration } from "../shared/time";
import { ActionIcon } from "../trace/ActionIcon";
import { ActionOverlay } from "../trace/ActionOverlay";
import { describeAction, shapeOf } from "../trace/actions";
import { labelOf } from "./charts";
import { RewardBadge } from "./labels";
import { figure } from "./progress";
import classes from "./samples.module.css";
import type { Sample, SampleStep } from "./types";

/** A real-app phone or one of their stand-ins is told by its name, which says which it is. */
const whereOf = ({ environment, phone }: Sample) =>
  phone || (environment === "mock" ? "mock apps" : "real-app phone or stand-in");

interface Props {
  sample: Sample;
  /** The address of a picture of this sample, by its name. */
  pictureAt: (name: string) => string;
}

/** An episode as the model lived it: each step as it was told, what it answered, and what came of it. */
export function SampleView({ sample, pictureAt }: Props) {
  const [at, setAt] = useState(0);
  const count = sample.steps.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another episode begins at its first step
  useEffect(() => setAt(0), [sample]);
  const step = sample.steps[Math.min(at, count - 1)];
  return (
    <article className={classes.sample} aria-label={sample.goal}>
      <Group gap="xs" mb={4}>
        <RewardBadge reward={sample.reward} />
        {sample.progress !== null && sample.progress < 1 && sample.progress > 0 && (
          <Badge color="gray">{figure(sample.progress, "share")} of the way</Badge>
        )}
        <Text size="xs" c="dimmed">
          {[
            whereOf(sample),
            sample.task,
            sample.ending && labelOf(sample.ending).toLowerCase(),
            `${count} ${count === 1 ? "step" : "steps"}`,
            sample.seconds > 0 && formatDuration(sample.seconds),
          ]
            .filter(Boolean)
            .join(", ")}
        </Text>
      </Group>
      <Text fw={600}>{sample.goal}</Text>
      {sample.why && (
        <Text size="sm" mt={2}>
          {sample.why}
        </Text>
      )}
      {sample.episode && (
        <Anchor component={Link} to={`/episodes/${sample.episode}`} size="sm">
          Open in the trace viewer
        </Anchor>
      )}
      <div className={classes.body}>
        <ol className={classes.steps} aria-label="Steps">
          {sample.steps.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
            <li key={index}>
              <UnstyledButton
                className={classes.step}
                aria-current={index === at ? "step" : undefined}
                onClick={() => setAt(index)}
                onKeyDown={(event) => {
                  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
                  if (!move) return;
                  event.preventDefault();
                  const next = Math.max(0, Math.min(count - 1, index + move));
                  setAt(next);
                  event.currentTarget
                    .closest("ol")
                    ?.querySelectorAll<HTMLElement>("button")
                    [next]?.focus();
                }}
              >
                <span className="pb-numbers">{index + 1}</span>
                <StepLine step={each} />
              </UnstyledButton>
            </li>
          ))}
        </ol>
        {step && <StepView step={step} number={at + 1} pictureAt={pictureAt} />}
      </div>
    </article>
  );
}

function StepLine({ step }: { step: SampleStep }) {
  const [action] = step.actions;
  if (!step.parsed || !action) {
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        Unreadable answer
      </Text>
    );
  }
  return (
    <>
      <ActionIcon action={action} />
      <span>{describeAction(action, target(step))}</span>
    </>
  );
}

/** The smallest element under the touch: what the action was meant for. */
function target(step: SampleStep) {
  const [action] = step.actions;
  const shape = action && shapeOf(action);
  if (shape?.kind !== "ring") return null;
  const [x, y] = shape.at;
  const under = (step.elements ?? []).filter(
    ({ bounds: [left, top, right, bottom] }) => x >= left && x <= right && y >= top && y <= bottom,
  );
  const area = ([left, top, right, bottom]: number[]) =>
    ((right as number) - (left as number)) * ((bottom as number) - (top as number));
  const named = under.filter(({ text, desc }) => text || desc);
  const found = (named.length > 0 ? named : under).sort(
    (a, b) => area(a.bounds) - area(b.bounds),
  )[0];
  return found ? { ...found, id: "" } : null;
}

function StepView({
  step,
  number,
  pictureAt,
}: {
  step: SampleStep;
  number: number;
  pictureAt: Props["pictureAt"];
}) {
  const [action] = step.actions;
  const shows = step.picture || (step.elements && step.elements.length > 0);
  return (
    <div className={classes.view}>
      {shows && (
        <figure
          className={classes.screen}
          style={{ aspectRatio: `${step.width || 540} / ${step.height || 1200}` }}
        >
          {step.picture ? (
            <img src={pictureAt(step.picture)} alt={`Screen before step ${number}`} />
          ) : (
            <Wireframe step={step} number={number} />
          )}
          <ActionOverlay
            action={action ?? null}
            width={step.width}
            height={step.height}
            element={target(step)?.bounds}
          />
        </figure>
      )}
      <div className={classes.words}>
        <Text size="xs" c="dimmed" fw={600}>
          What it was told
        </Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keyboard too */}
        <pre className={classes.told} tabIndex={0}>
          {step.told}
        </pre>
        <Text size="xs" c="dimmed" fw={600} mt="sm">
          What it answered
        </Text>
        <pre className={classes.answer} data-unread={!step.parsed}>
          {step.answer || "(nothing)"}
        </pre>
        {step.advantage !== null && step.advantage !== undefined && (
          <Text size="xs" c="dimmed" mt="sm" className="pb-numbers">
            Advantage {step.advantage > 0 ? "+" : ""}
            {figure(step.advantage)}
          </Text>
        )}
      </div>
    </div>
  );
}

/** The screen drawn from its elements: where each is, and its words. */
function Wireframe({ step, number }: { step: SampleStep; number: number }) {
  const { width, height } = step;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Elements on the screen before step ${number}`}
      className={classes.wireframe}
    >
      {(step.elements ?? []).map(({ text, desc, role, bounds: [left, top, right, bottom] }, i) => {
        const words = text || desc;
        const size = Math.min(width / 24, Math.max(width / 40, (bottom - top) * 0.42));
        const letters = Math.max(1, Math.floor((right - left - size) / (size * 0.55)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: elements have no identity of their own
          <g key={i}>
            <rect
              x={left}
              y={top}
              width={Math.max(0, right - left)}
              height={Math.max(0, bottom - top)}
              rx={width / 90}
            />
            {words && (
              <text x={left + size / 2} y={(top + bottom) / 2 + size * 0.35} fontSize={size}>
                <title>{`${role}: ${words}`}</title>
                {words.length > letters ? `${words.slice(0, Math.max(1, letters - 1))}…` : words}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
