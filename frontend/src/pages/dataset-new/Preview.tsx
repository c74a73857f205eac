import { Alert, Text, Title } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import { CountBars } from "../../training/CountBars";
import { bytes } from "../../training/progress";
import { Refused } from "../../training/Refused";
import classes from "./new.module.css";

/** What would be in it if it were built now, and what is kept out, with the reason. */
export function Preview({ body }: { body: string }) {
  const preview = useQuery({
    queryKey: ["dataset-preview", body],
    queryFn: () => ok(api.POST("/api/training/datasets/preview", { body: JSON.parse(body) })),
    placeholderData: (old) => old,
    retry: false,
  });
  const { data, error } = preview;
  return (
    <section className={`pb-panel ${classes.preview}`} aria-label="Preview" aria-live="polite">
      <Title order={2}>What would be in it</Title>
      {error ? (
        <Alert color="red" icon={<IconShieldLock size={18} />} title="This cannot be built">
          {words(error).map((each) => (
            <div key={each}>{each}</div>
          ))}
        </Alert>
      ) : !data ? (
        <Text size="sm" c="dimmed">
          Being counted…
        </Text>
      ) : (
        <>
          <Text className="pb-numbers">
            <b>{data.n_episodes.toLocaleString("en")}</b>{" "}
            {data.n_episodes === 1 ? "episode" : "episodes"},{" "}
            <b>{data.n_steps.toLocaleString("en")}</b> {data.n_steps === 1 ? "step" : "steps"},
            about <b>{bytes(data.size)}</b>
          </Text>
          <Refused refused={data.refused} />
          <CountBars counts={data.counts} />
          {data.examples.length > 0 && (
            <div>
              <Text size="sm" fw={600} mb={4}>
                For example
              </Text>
              <ul className={classes.examples}>
                {data.examples.map(({ id, goal }) => (
                  <li key={id}>{goal}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function words(error: Error): string[] {
  const fields = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return fields.length > 0 ? fields : [error.message];
}
