import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Step } from "../api/types";
import { ActionIcon } from "./ActionIcon";
import { ActionOverlay } from "./ActionOverlay";
import { describeStep } from "./actions";
import classes from "./trace.module.css";

/** One step as a row: thumbnail with its action, the action in words, and whatever the page adds. */
export function StepCard({ step, children }: { step: Step; children?: ReactNode }) {
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <span
        className={classes.thumb}
        style={{ aspectRatio: `${step.width} / ${step.height}`, flex: "none" }}
      >
        {step.thumbnail && <img src={step.thumbnail} alt="" loading="lazy" draggable={false} />}
        <ActionOverlay action={step.action} width={step.width} height={step.height} scale={3} />
      </span>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap={6} wrap="nowrap">
          <Text c="dimmed" size="xs" className="pb-numbers">
            {step.index + 1}
          </Text>
          <ActionIcon action={step.action} />
          <Text size="sm" fw={550} truncate>
            {describeStep(step)}
          </Text>
        </Group>
        {step.flag && (
          <Text size="xs" c="dimmed" mt={2}>
            {step.flag}
          </Text>
        )}
        {children}
      </div>
    </Group>
  );
}
