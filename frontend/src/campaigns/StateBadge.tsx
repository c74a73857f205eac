import { Badge } from "@mantine/core";
import type { Campaign } from "../api/types";

export const STATES: Record<Campaign["state"], { label: string; color: string }> = {
  draft: { label: "Draft", color: "gray" },
  running: { label: "Running", color: "blue" },
  paused: { label: "Paused", color: "yellow" },
  closed: { label: "Closed", color: "green" },
};

export function StateBadge({ state }: { state: Campaign["state"] }) {
  return <Badge color={STATES[state].color}>{STATES[state].label}</Badge>;
}
