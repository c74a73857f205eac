import { Badge, Text } from "@mantine/core";
import type { Run, RunEnding, RunState } from "../api/types";

export const RUN_STATES: Record<RunState, { label: string; color: string }> = {
  queued: { label: "Waiting", color: "gray" },
  running: { label: "Running", color: "blue" },
  paused: { label: "Paused", color: "yellow" },
  taken_over: { label: "Taken over", color: "orange" },
  ended: { label: "Ended", color: "gray" },
};

export const ENDINGS: Record<RunEnding, { label: string; color: string }> = {
  agent_done: { label: "Says done", color: "violet" },
  agent_gave_up: { label: "Gave up", color: "yellow" },
  step_limit: { label: "Step limit", color: "orange" },
  time_limit: { label: "Time limit", color: "orange" },
  stopped: { label: "Stopped", color: "gray" },
  infrastructure: { label: "Infrastructure", color: "red" },
};

export function RunBadge({ run }: { run: Pick<Run, "state" | "ending"> }) {
  const { label, color } = run.ending ? ENDINGS[run.ending] : RUN_STATES[run.state];
  return <Badge color={color}>{label}</Badge>;
}

/** What came of it, beside what the agent says of itself; nothing where no verifier could look. */
export function Outcome({ run }: { run: Pick<Run, "succeeded" | "claimed"> }) {
  if (run.succeeded === null)
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  const falseClaim = run.claimed && !run.succeeded;
  return (
    <Badge variant="light" color={run.succeeded ? "green" : "red"}>
      {run.succeeded ? "Goal reached" : falseClaim ? "False claim" : "Not reached"}
    </Badge>
  );
}
