import { Button, Group, Slider, Switch, Text } from "@mantine/core";
import { IconChartLine, IconZoomReset } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { EmptyState } from "../shared/states";
import { Curve, type Span } from "./Curve";
import { chartsOf } from "./charts";
import classes from "./curves.module.css";
import { type ProgressLine, tabulate } from "./progress";

const SMOOTHING = 0.8;

interface Props {
  lines: ProgressLine[];
  /** Steps from which a trainer went on after a stop. */
  resumes: number[];
  /** The job has ended; no line will come. */
  ended: boolean;
}

/** All curves of a job. The step under the pointer, or chosen by the slider, is looked at in every one. */
export function Curves({ lines, resumes, ended }: Props) {
  const table = useMemo(() => tabulate(lines), [lines]);
  const charts = useMemo(() => chartsOf(table), [table]);
  const [smoothed, setSmoothed] = useState(true);
  const [at, setAt] = useState<number | null>(null);
  const [span, setSpan] = useState<Span | null>(null);
  const first = table.steps[0] ?? 0;
  const last = table.steps.at(-1) ?? 0;

  if (charts.length === 0) {
    return (
      <div className="pb-panel">
        <EmptyState icon={IconChartLine} title="No curves yet">
          {ended ? "It ended before its first step." : "They begin with the first step."}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className={classes.toolbar}>
        <Switch
          label="Smooth"
          checked={smoothed}
          onChange={(event) => setSmoothed(event.currentTarget.checked)}
        />
        {last > first && (
          <Group gap="sm" wrap="nowrap" className={classes.slider}>
            <Text size="sm" className="pb-numbers" style={{ whiteSpace: "nowrap" }} miw={78}>
              Step {at ?? last}
            </Text>
            <Slider
              style={{ flex: 1 }}
              size="sm"
              label={null}
              thumbLabel="Step that is looked at"
              min={first}
              max={last}
              value={at ?? last}
              onChange={(step) => setAt(step >= last ? null : nearest(table.steps, step))}
            />
          </Group>
        )}
        {span && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconZoomReset size={14} />}
            onClick={() => setSpan(null)}
          >
            All steps
          </Button>
        )}
        {resumes.length > 0 && (
          <Text size="xs" c="dimmed">
            Dashed: went on after a stop, at step {resumes.join(", ")}
          </Text>
        )}
      </div>
      <div className={classes.curves}>
        {charts.map((chart) => (
          <Curve
            key={chart.title}
            chart={chart}
            table={table}
            smoothing={smoothed ? SMOOTHING : 0}
            at={at}
            onAt={setAt}
            span={span}
            onSpan={setSpan}
            resumes={resumes}
          />
        ))}
      </div>
    </>
  );
}

/** Not every number is a step that was told. */
function nearest(steps: number[], wanted: number): number {
  return steps.reduce((best, step) =>
    Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best,
  );
}
