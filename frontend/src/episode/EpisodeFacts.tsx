import { Text } from "@mantine/core";
import type { Episode } from "../api/types";
import { TextLink } from "../shared/TextLink";
import { formatDuration, Time } from "../shared/time";
import { OUTCOMES, StateBadge } from "./labels";
import { sampleOf } from "./sample";

/** Who did it, where, when and how it ended, in one line under the goal. */
export function EpisodeFacts({ episode }: { episode: Episode }) {
  const sample = sampleOf(episode);
  const device = sample?.device ?? episode.device?.name;
  return (
    <Text
      component="div"
      size="sm"
      c="dimmed"
      style={{ display: "flex", flexWrap: "wrap", gap: "4px 10px", alignItems: "center" }}
    >
      {sample ? (
        <span>
          Sample of step {sample.step} of{" "}
          <TextLink to={`/training/${sample.job}?tab=samples`}>{sample.author}</TextLink>
        </span>
      ) : (
        <>
          <StateBadge episode={episode} />
          <span>by {episode.author.name}</span>
        </>
      )}
      {device && <span>on {device}</span>}
      <span>
        <Time at={episode.started_at} />
      </span>
      <span className="pb-numbers">
        {episode.n_steps} {episode.n_steps === 1 ? "step" : "steps"} in{" "}
        {formatDuration(episode.duration_s)}
      </span>
      {episode.outcome && <span>{OUTCOMES[episode.outcome]}</span>}
      {sample && <span>{sample.rewarded}</span>}
    </Text>
  );
}
