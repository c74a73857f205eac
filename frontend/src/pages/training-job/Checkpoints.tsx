import { Title } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { EmptyState } from "../../shared/states";
import { CheckpointTable } from "../../training/CheckpointTable";
import { LineageTree } from "../../training/LineageTree";
import { useCheckpoint } from "../../training/queries";
import type { JobDetail } from "../../training/types";
import classes from "./job.module.css";

/** What it has made, and where that comes from. */
export function Checkpoints({ job }: { job: JobDetail }) {
  const from = job.result ?? job.base;
  return (
    <>
      {job.kind !== "evaluate" && (
        <div className={`pb-panel ${classes.scroll}`}>
          {job.checkpoints.length > 0 ? (
            <CheckpointTable checkpoints={job.checkpoints} job={false} />
          ) : (
            <EmptyState icon={IconStack2} title="No checkpoint yet">
              One is kept every {String(job.config.save_every ?? "few")} steps, and at the end.
            </EmptyState>
          )}
        </div>
      )}
      {from && <From id={from.id} />}
    </>
  );
}

function From({ id }: { id: string }) {
  const checkpoint = useCheckpoint(id);
  if (!checkpoint.data) return null;
  return (
    <section className={`pb-panel ${classes.section}`}>
      <Title order={2} mb="sm">
        Where it comes from
      </Title>
      <LineageTree lineage={checkpoint.data.lineage} />
    </section>
  );
}
