import { Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { Pager } from "../../shared/Pager";
import { ErrorState, LoadingRows } from "../../shared/states";
import { RewardBadge } from "../../training/labels";
import { EPISODES_A_PAGE, useDatasetEpisode, useDatasetEpisodes } from "../../training/queries";
import { SampleView } from "../../training/SampleView";
import type { DatasetDetail } from "../../training/types";
import classes from "./dataset.module.css";

const SOURCES: Record<string, string> = { human: "person", oracle: "oracle", rollout: "agent" };

/** What is learned from, looked at one by one. */
export function Episodes({ dataset }: { dataset: DatasetDetail }) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<number | null>(null);
  const rows = useDatasetEpisodes(dataset.id, page);
  const index = chosen ?? rows.data?.results[0]?.index ?? null;
  const episode = useDatasetEpisode(dataset.id, index);
  if (rows.error && !rows.data)
    return <ErrorState error={rows.error} retry={() => rows.refetch()} />;
  if (!rows.data) return <LoadingRows rows={1} height={420} />;
  return (
    <div className={`pb-panel ${classes.episodes}`}>
      <div>
        <ul className={classes.list} aria-label="Episodes" aria-busy={rows.isPlaceholderData}>
          {rows.data.results.map((row) => (
            <li key={row.index}>
              <UnstyledButton
                className={classes.row}
                aria-current={row.index === index}
                onClick={() => setChosen(row.index)}
              >
                <span>
                  <Text span size="sm" lineClamp={2}>
                    {row.goal}
                  </Text>
                  <Text span size="xs" c="dimmed">
                    {SOURCES[row.source] ?? row.source}, {row.n_steps} steps
                  </Text>
                </span>
                <RewardBadge reward={row.reward} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <Pager
          page={page}
          size={EPISODES_A_PAGE}
          count={rows.data.count}
          onPage={(next) => {
            setPage(next);
            setChosen(null);
          }}
        />
      </div>
      {episode.data ? (
        <SampleView
          sample={episode.data}
          pictureAt={(name) =>
            `/api/training/datasets/${dataset.id}/episodes/${index}/${encodeURIComponent(name)}`
          }
        />
      ) : episode.error ? (
        <ErrorState error={episode.error} retry={() => episode.refetch()} />
      ) : (
        <LoadingRows rows={1} height={360} />
      )}
    </div>
  );
}
