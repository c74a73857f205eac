import { ActionIcon, Badge, Button, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArchive, IconArchiveOff, IconPlus, IconRobot } from "@tabler/icons-react";
import { api, ok } from "../../api/client";
import type { Agent } from "../../api/types";
import { useAgents } from "../../runs/queries";
import { useInvalidate } from "../../shared/invalidate";
import { Page } from "../../shared/Page";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { NewAgent, POLICIES } from "./NewAgent";

export default function Agents() {
  const agents = useAgents();
  const [making, { open, close }] = useDisclosure();
  return (
    <Page
      title="Agents"
      description="What operates phones by itself. An agent that has run stays what it was."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={open}>
          New agent…
        </Button>
      }
    >
      {agents.error ? (
        <ErrorState error={agents.error} retry={agents.refetch} />
      ) : !agents.data ? (
        <LoadingRows />
      ) : agents.data.length === 0 ? (
        <div className="pb-panel">
          <EmptyState icon={IconRobot} title="No agents yet">
            Name an endpoint that speaks OpenAI's protocol, or a policy of the platform's own.
          </EmptyState>
        </div>
      ) : (
        <div className="pb-panel" style={{ overflowX: "auto" }}>
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                {["Name", "Policy", "Dialect", "Sees", "Runs", "Archive"].map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {agents.data.map((agent) => (
                <Row key={agent.id} agent={agent} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <NewAgent opened={making} onClose={close} />
    </Page>
  );
}

const SEES: Record<string, string> = {
  screenshot: "Screenshot",
  tree: "UI tree",
  both: "Both",
};

function Row({ agent }: { agent: Agent }) {
  const invalidate = useInvalidate();
  const archive = useAction({
    mutationFn: () =>
      ok(
        api.PATCH("/api/agents/{id}", {
          params: { path: { id: agent.id } },
          body: { archived: !agent.archived },
        }),
      ),
    onSuccess: () => invalidate("agents"),
    onError: toast.error,
  });
  const settings = (agent.settings ?? {}) as Record<string, unknown>;
  const detail =
    settings.model ?? (settings.error_rate ? `errs ${Number(settings.error_rate) * 100} %` : "");
  return (
    <Table.Tr opacity={agent.archived ? 0.6 : 1}>
      <Table.Td>
        {agent.name}
        {agent.archived && (
          <Badge ml="xs" color="gray">
            Archived
          </Badge>
        )}
        {agent.description && (
          <Text size="xs" c="dimmed">
            {agent.description}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {POLICIES[agent.policy] ?? agent.policy}
        {detail !== "" && (
          <Text size="xs" c="dimmed">
            {String(detail)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{agent.dialect}</Table.Td>
      <Table.Td>{SEES[agent.observation ?? "screenshot"]}</Table.Td>
      <Table.Td className="pb-numbers">{agent.n_runs}</Table.Td>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={archive.isPending}
          aria-label={agent.archived ? `Offer ${agent.name} again` : `Archive ${agent.name}`}
          onClick={() => archive.mutate()}
        >
          {agent.archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
