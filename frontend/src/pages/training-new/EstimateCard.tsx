import { Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api, ok } from "../../api/client";
import { told } from "../../training/fields";
import { about, bytes } from "../../training/progress";
import type { FieldAbout, FieldValue } from "../../training/types";
import classes from "./new.module.css";

interface Props {
  /** What would be started, as JSON. */
  body: string;
  ready: boolean;
  fields: FieldAbout[];
}

/** What it will take, before it starts; and what differs from the preset. */
export function EstimateCard({ body, ready, fields }: Props) {
  const estimate = useQuery({
    queryKey: ["job-estimate", body],
    queryFn: () => ok(api.POST("/api/training/jobs/estimate", { body: JSON.parse(body) })),
    enabled: ready,
    placeholderData: (old) => (ready ? old : undefined),
    staleTime: 60_000,
    retry: false,
  });
  const changed = Object.entries(JSON.parse(body).config as Record<string, FieldValue>);
  const labels = new Map(fields.map((field) => [field.name, field.label]));
  const said = ready ? estimate.data : undefined;
  return (
    <section className={`pb-panel ${classes.estimate}`} aria-label="Estimate" aria-live="polite">
      <Title order={2}>What it will take</Title>
      {said ? (
        <>
          <dl className={classes.figures}>
            <div>
              <dt>Time</dt>
              <dd>{about(said.seconds)}</dd>
            </div>
            <div>
              <dt>Memory</dt>
              <dd>{bytes(said.memory_mb * 1e6)}</dd>
            </div>
            <div>
              <dt>Disk</dt>
              <dd>{bytes(said.disk_mb * 1e6)}</dd>
            </div>
          </dl>
          {said.fits === false && (
            <Text size="sm" className={classes.warn}>
              <IconAlertTriangle size={16} aria-hidden /> No machine here has room for it.
            </Text>
          )}
          {said.words.map((words) => (
            <Text key={words} size="sm" c="dimmed">
              {words}
            </Text>
          ))}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {estimate.error && ready
            ? estimate.error.message
            : ready
              ? "Being estimated…"
              : "Said once the form is filled in."}
        </Text>
      )}
      {changed.length > 0 && (
        <div>
          <Text size="sm" fw={600} mt="xs">
            Not as the preset has it
          </Text>
          <ul className={classes.changed}>
            {changed.map(([name, value]) => (
              <li key={name}>
                {labels.get(name) ?? name}: <b className="pb-numbers">{told(value)}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
