import { Text } from "@mantine/core";
import type { Episode } from "../api/types";
import { formatDuration, Time } from "../shared/time";
import { OUTCOMES, StateBadge } from "./labels";

/** Who did it, where, when and how it ended, in one line under the goal. */
export function EpisodeFacts({ episode }: { episode: Episode }) {
  return (
    <Text
      component="div"
      size="sm"
      c="dimmed"
      style={{ display: "flex", flexWrap: "wrap", gap: "4px 10px", alignItems: "center" }}
    >
      <StateBadge episode={episode} />
      <span>by {episode.author.name}</span>
      {episode.device && <span>on {episode.device.name}</span>}
      <span>
        <Time at={episode.started_at} />
      </span>
      <span className="pb-numbers">
        {episode.n_steps} {episode.n_steps === 1 ? "step" : "steps"} in{" "}
        {formatDuration(episode.duration_s)}
      </span>
      {episode.outcome && <span>{OUTCOMES[episode.outcome]}</span>}
    </Text>
  );
}
