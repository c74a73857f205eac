import { Code, Text } from "@mantine/core";
import type { Campaign } from "../../api/types";
import classes from "../../campaigns/campaigns.module.css";
import { Facts } from "../../shared/Facts";
import { Time } from "../../shared/time";

const KINDS: Record<string, string> = {
  any: "any",
  mock: "mock phones",
  real: "real phones",
  "stand-in": "stand-ins for real phones",
};

/** What is measured, how, and by whom; once launched, as it was frozen. */
export function Plan({ campaign }: { campaign: Campaign }) {
  const names = campaign.evaluators.map((person) => person.name || person.username);
  const facts: [string, React.ReactNode][] = [
    ["Suite", `${campaign.suite.title || campaign.suite.name}, ${campaign.suite.n_tasks} tasks`],
    ["Agents", campaign.agents.map((agent) => agent.name).join(", ") || "none yet"],
    ["Evaluators", names.join(", ") || "none yet"],
    ["Attempts a task", campaign.attempts],
    ["Grades a run", campaign.overlap],
    [
      "Retries",
      `${campaign.retries} after trouble with the phone; then the attempt is left out, and counted`,
    ],
    ["Phones", KINDS[campaign.device_kind]],
    ["Seed", campaign.seed],
    ["Planned by", campaign.created_by.name || campaign.created_by.username],
    ["Launched", campaign.launched_at ? <Time key="t" at={campaign.launched_at} /> : "not yet"],
    ...(campaign.closed_at
      ? ([["Closed", <Time key="c" at={campaign.closed_at} />]] as [string, React.ReactNode][])
      : []),
  ];
  return (
    <div className={`pb-panel ${classes.section}`}>
      <Facts facts={facts} />
      {campaign.plan_hash && (
        <>
          <Text size="sm" fw={600} mt="lg" mb={6}>
            As frozen at launch
          </Text>
          <Code block mah={420} style={{ overflow: "auto" }}>
            {JSON.stringify(campaign.plan, null, 2)}
          </Code>
          <Text size="xs" c="dimmed" mt={6} style={{ overflowWrap: "anywhere" }}>
            SHA-256 {campaign.plan_hash}
          </Text>
        </>
      )}
    </div>
  );
}
