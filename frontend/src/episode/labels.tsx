import { Badge } from "@mantine/core";
import type { Episode, EpisodeState, Quality, ReviewVerdict } from "../api/types";

export const STATES: Record<EpisodeState, { label: string; color: string }> = {
  preparing: { label: "Preparing", color: "blue" },
  recording: { label: "Recording", color: "red" },
  recorded: { label: "Recorded", color: "gray" },
  draft: { label: "Draft", color: "gray" },
  submitted: { label: "In review", color: "yellow" },
  sent_back: { label: "Sent back", color: "orange" },
  accepted: { label: "Accepted", color: "green" },
  rejected: { label: "Rejected", color: "red" },
  discarded: { label: "Discarded", color: "gray" },
  failed: { label: "Failed", color: "gray" },
};

export const QUALITIES: Record<Quality, string> = {
  ok: "OK",
  good: "Good",
  excellent: "Excellent",
};

export const VERDICTS: Record<ReviewVerdict, string> = {
  accept: "Accepted",
  send_back: "Sent back",
  reject: "Rejected",
};

export const OUTCOMES: Record<NonNullable<Episode["outcome"]>, string> = {
  finished: "Finished",
  failed: "Failed",
  infeasible: "Infeasible",
};

export function StateBadge({ episode }: { episode: Pick<Episode, "state" | "quality"> }) {
  const { label, color } = STATES[episode.state];
  return (
    <Badge color={color}>
      {label}
      {episode.state === "accepted" && episode.quality
        ? `, ${QUALITIES[episode.quality].toLowerCase()}`
        : ""}
    </Badge>
  );
}
