import { Table, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Episode } from "../../api/types";
import { StateBadge } from "../../episode/labels";
import { formatDuration, Time } from "../../shared/time";
import classes from "./episodes.module.css";

interface Props {
  episodes: Episode[];
  busy: boolean;
  ordering: string;
  onOrdering: (ordering: string) => void;
}

const COLUMNS: { label: string; sort?: string }[] = [
  { label: "Goal" },
  { label: "State", sort: "state" },
  { label: "By" },
  { label: "Phone" },
  { label: "Steps", sort: "n_steps" },
  { label: "Took", sort: "duration_s" },
  { label: "When", sort: "started_at" },
];

export function EpisodeTable({ episodes, busy, ordering, onOrdering }: Props) {
  const descending = ordering.startsWith("-");
  const sorted = ordering.replace("-", "");
  return (
    <div className="pb-panel" style={{ overflowX: "auto" }} aria-busy={busy}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map(({ label, sort }) => (
              <Table.Th
                key={label}
                aria-sort={
                  sort === undefined
                    ? undefined
                    : sort !== sorted
                      ? "none"
                      : descending
                        ? "descending"
                        : "ascending"
                }
              >
                {sort ? (
                  <UnstyledButton
                    className={classes.sort}
                    onClick={() => onOrdering(sorted === sort && descending ? sort : `-${sort}`)}
                  >
                    {label}
                    {sorted === sort &&
                      (descending ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />)}
                  </UnstyledButton>
                ) : (
                  label
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {episodes.map((episode) => (
            <Table.Tr key={episode.id} className={classes.row}>
              <Table.Td className={classes.goal}>
                <Link to={`/episodes/${episode.id}`} className={classes.link}>
                  {episode.goal || "Free task"}
                </Link>
                {episode.kind !== "demonstration" && (
                  <Text size="xs" c="dimmed">
                    {episode.kind === "rollout" ? "Rollout" : "Training sample"}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <StateBadge episode={episode} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{episode.author.name}</Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{episode.device?.name ?? "–"}</Table.Td>
              <Table.Td className="pb-numbers">{episode.n_steps}</Table.Td>
              <Table.Td className="pb-numbers" style={{ whiteSpace: "nowrap" }}>
                {formatDuration(episode.duration_s)}
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                <Time at={episode.started_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
