import { Group, Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Episode } from "../api/types";
import { formatDuration, Time } from "../shared/time";
import classes from "./episode.module.css";
import { StateBadge } from "./labels";

interface Props {
  episode: Episode;
  to: string;
  showAuthor?: boolean;
  children?: ReactNode;
}

/** An episode as one line that leads to it; what a page adds stands below. */
export function EpisodeRow({ episode, to, showAuthor, children }: Props) {
  return (
    <div className={classes.row}>
      <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Link to={to} className={classes.rowLink}>
            {episode.goal || "Free task, not described yet"}
          </Link>
          <Text size="xs" c="dimmed" mt={2} component="div">
            {showAuthor && <>{episode.author.name} · </>}
            <span className="pb-numbers">{episode.n_steps}</span>{" "}
            {episode.n_steps === 1 ? "step" : "steps"} · {formatDuration(episode.duration_s)}
            {episode.device && <> · {episode.device.name}</>} ·{" "}
            <Time at={episode.finished_at ?? episode.started_at} />
          </Text>
        </div>
        <Group gap={6} wrap="nowrap">
          <StateBadge episode={episode} />
          <IconChevronRight size={16} stroke={1.6} className={classes.chevron} aria-hidden />
        </Group>
      </Group>
      {children}
    </div>
  );
}
