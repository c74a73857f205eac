import { Badge, Code, Group, Text } from "@mantine/core";
import type { Step } from "../api/types";
import { formatDuration, Time } from "../shared/time";
import { describeStep } from "./actions";
import classes from "./trace.module.css";

/** What was done, why, and on what. */
export function StepDetails({ step, count }: { step: Step; count: number }) {
  const { element, foreground } = step;
  return (
    <div>
      <Group gap="xs" mb="sm">
        <Text fw={600} size="lg">
          {describeStep(step)}
        </Text>
        <Text c="dimmed" size="sm" className="pb-numbers">
          step {step.index + 1} of {count}
        </Text>
        {step.edited && <Badge color="blue">Edited</Badge>}
        {step.secret && <Badge color="grape">Secret field</Badge>}
      </Group>
      <dl className={classes.facts}>
        <dt>Thought</dt>
        <dd>{step.thought || <Missing />}</dd>
        <dt>Instruction</dt>
        <dd>{step.instruction || <Missing />}</dd>
        {element && (
          <>
            <dt>Element</dt>
            <dd>
              {element.role}
              {element.text && <> “{element.text}”</>}
              {element.desc && <> ({element.desc})</>}
              {element.id && (
                <Text span size="xs" c="dimmed" ff="monospace">
                  {" "}
                  {element.id}
                </Text>
              )}
            </dd>
          </>
        )}
        {foreground && (
          <>
            <dt>App</dt>
            <dd>
              {foreground.package}
              <Text span size="xs" c="dimmed">
                {" "}
                {foreground.activity?.split(".").pop()}
              </Text>
            </dd>
          </>
        )}
        {step.flag && (
          <>
            <dt>Note</dt>
            <dd>{step.flag}</dd>
          </>
        )}
        <dt>When</dt>
        <dd>
          <Time at={step.at} />
          {step.duration_ms > 0 && (
            <>
              , took{" "}
              {step.duration_ms < 1000
                ? `${step.duration_ms} ms`
                : formatDuration(step.duration_ms / 1000)}
            </>
          )}
        </dd>
        <dt>Action</dt>
        <dd>
          <Code>
            {step.action.name}({JSON.stringify(step.action.arguments)})
          </Code>{" "}
          <Text span size="xs" c="dimmed" className="pb-numbers">
            on {step.width} × {step.height} px
          </Text>
        </dd>
      </dl>
    </div>
  );
}

function Missing() {
  return (
    <Text span inherit c="dimmed">
      none written
    </Text>
  );
}
