import { Progress, Text } from "@mantine/core";
import type { Campaign } from "../api/types";
import classes from "./campaigns.module.css";

/** How far runs, grades and answers are, each as a bar with its numbers. */
export function ProgressBars({ campaign }: { campaign: Campaign }) {
  const p = campaign.progress;
  if (p.runs === 0) return null;
  const bars = [
    {
      label: "Runs ended",
      done: p.gradable + p.excluded,
      of: p.runs,
      more: p.running ? `${p.running} at work` : "",
    },
    {
      label: "Grades given",
      done: p.grades_given,
      of: p.grades_wanted,
      more: p.grades_open ? `${p.grades_open} being given` : "",
    },
    {
      label: "Runs decided",
      done: p.settled,
      of: p.runs - p.excluded,
      more: p.disputed ? `${p.disputed} disputed` : "",
    },
  ];
  return (
    <div className={classes.bars}>
      {bars.map(({ label, done, of, more }) => (
        <div key={label}>
          <Text size="sm" className="pb-numbers">
            {label}: <b>{done}</b> of {of}
            {more && <Text span size="sm" c="dimmed">{`, ${more}`}</Text>}
          </Text>
          <Progress value={of ? (100 * done) / of : 0} mt={4} aria-label={label} />
        </div>
      ))}
    </div>
  );
}
