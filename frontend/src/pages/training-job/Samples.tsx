import { Select, Switch, Text, UnstyledButton } from "@mantine/core";
import { IconDeviceMobileSearch } from "@tabler/icons-react";
import { useState } from "react";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { isOver, RewardBadge } from "../../training/labels";
import { useSampleSteps, useSamples } from "../../training/queries";
import { SampleView } from "../../training/SampleView";
import type { JobDetail } from "../../training/types";
import classes from "./job.module.css";

/** A few episodes of a step, whole: the newest step is followed until another is chosen. */
export function Samples({ job }: { job: JobDetail }) {
  const over = isOver(job.state);
  const steps = useSampleSteps(job.id, !over);
  const [chosen, setChosen] = useState<number | null>(null);
  const [which, setWhich] = useState(0);
  const step = chosen ?? steps.data?.at(-1);
  const samples = useSamples(job.id, step);

  if (steps.error) return <ErrorState error={steps.error} retry={() => steps.refetch()} />;
  if (!steps.data) return <LoadingRows rows={1} height={400} />;
  if (step === undefined) {
    return (
      <div className="pb-panel">
        <EmptyState icon={IconDeviceMobileSearch} title="No sample episodes">
          {job.kind === "sft" || job.kind === "judge_sft"
            ? "This kind of job learns from what is in its dataset: look at the episodes there."
            : over
              ? "It kept none."
              : "The first step's episodes appear here."}
        </EmptyState>
      </div>
    );
  }
  const sample = samples.data?.[Math.min(which, samples.data.length - 1)];
  return (
    <div className={`pb-panel ${classes.samples}`}>
      <div className={classes.pick}>
        <Select
          label="Step"
          allowDeselect={false}
          searchable
          value={String(step)}
          onChange={(value) => {
            setChosen(Number(value));
            setWhich(0);
          }}
          data={[...steps.data].reverse().map((each) => ({
            value: String(each),
            label: each === steps.data.at(-1) ? `${each} (newest)` : String(each),
          }))}
        />
        {!over && (
          <Switch
            label="Follow the newest"
            checked={chosen === null}
            onChange={(event) => setChosen(event.currentTarget.checked ? null : step)}
          />
        )}
        {samples.error && <ErrorState error={samples.error} retry={() => samples.refetch()} />}
        <ul className={classes.list} aria-label="Episodes of this step">
          {(samples.data ?? []).map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: samples have no identity but their place
            <li key={index}>
              <UnstyledButton
                className={classes.row}
                aria-current={each === sample}
                onClick={() => setWhich(index)}
              >
                <Text size="sm" lineClamp={2}>
                  {each.goal}
                </Text>
                <RewardBadge reward={each.reward} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </div>
      {sample ? (
        <SampleView
          sample={sample}
          pictureAt={(name) => `/api/training/jobs/${job.id}/samples/${step}/${name}`}
        />
      ) : samples.data ? (
        <Text c="dimmed" size="sm">
          No episode was kept of this step.
        </Text>
      ) : (
        <LoadingRows rows={1} height={360} />
      )}
    </div>
  );
}
