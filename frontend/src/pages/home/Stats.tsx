import { Skeleton } from "@mantine/core";
import classes from "./home.module.css";

export interface Figure {
  label: string;
  value: number | undefined;
  /** Draws the eye: something waits for the person. */
  urgent?: boolean;
}

export function Stats({ figures }: { figures: Figure[] }) {
  return (
    <dl className={classes.stats}>
      {figures.map(({ label, value, urgent }) => (
        <div
          key={label}
          className={`pb-panel ${classes.stat}`}
          data-urgent={(urgent && !!value) || undefined}
        >
          <dt>{label}</dt>
          <dd className="pb-numbers">
            {value === undefined ? <Skeleton height={24} width={36} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
