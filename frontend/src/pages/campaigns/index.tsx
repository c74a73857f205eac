import { Anchor, Button, Group, Table, Text } from "@mantine/core";
import { IconChartBar, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Campaign } from "../../api/types";
import { useCampaigns } from "../../campaigns/queries";
import { StateBadge } from "../../campaigns/StateBadge";
import { Page } from "../../shared/Page";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { Time } from "../../shared/time";
import { PlanDialog } from "./PlanDialog";

export default function Campaigns() {
  const campaigns = useCampaigns();
  const [planning, setPlanning] = useState(false);
  const plan = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setPlanning(true)}>
      New campaign
    </Button>
  );
  return (
    <Page
      title="Campaigns"
      description="Agents measured on a suite: runs graded blind by people, with figures that say how sure they are."
      actions={plan}
    >
      <PlanDialog opened={planning} onClose={() => setPlanning(false)} />
      {campaigns.error && !campaigns.data ? (
        <ErrorState error={campaigns.error} retry={campaigns.refetch} />
      ) : !campaigns.data ? (
        <LoadingRows rows={5} height={60} />
      ) : campaigns.data.results.length === 0 ? (
        <div className="pb-panel">
          <EmptyState icon={IconChartBar} title="No campaigns yet" action={plan}>
            Choose a suite, the agents to compare and who grades. The plan is frozen when it is
            launched.
          </EmptyState>
        </div>
      ) : (
        <div className="pb-panel" style={{ overflowX: "auto" }}>
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                {["Campaign", "State", "Suite", "Agents", "Decided", "Begun"].map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {campaigns.data.results.map((campaign) => (
                <Line key={campaign.id} campaign={campaign} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Page>
  );
}

function Line({ campaign }: { campaign: Campaign }) {
  const { runs, settled, excluded, disputed } = campaign.progress;
  return (
    <Table.Tr>
      <Table.Td style={{ minWidth: 180 }}>
        <Anchor component={Link} to={`/campaigns/${campaign.id}`} c="inherit" fw={550}>
          {campaign.name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <StateBadge state={campaign.state} />
      </Table.Td>
      <Table.Td>{campaign.suite.title || campaign.suite.name}</Table.Td>
      <Table.Td>{campaign.agents.map((agent) => agent.name).join(", ")}</Table.Td>
      <Table.Td className="pb-numbers">
        <Group gap={6} wrap="nowrap">
          {runs === 0 ? "–" : `${settled} of ${runs - excluded}`}
          {disputed > 0 && (
            <Text span size="sm" c="dimmed">
              {disputed} disputed
            </Text>
          )}
        </Group>
      </Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>
        <Time at={campaign.launched_at ?? campaign.created_at} />
      </Table.Td>
    </Table.Tr>
  );
}
