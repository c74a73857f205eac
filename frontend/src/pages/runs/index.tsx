import { Anchor, Group, Table, Text } from "@mantine/core";
import { IconRobot } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Run } from "../../api/types";
import { ENDINGS, Outcome, RUN_STATES, RunBadge } from "../../runs/labels";
import { RUNS_A_PAGE, useAgents, useRuns } from "../../runs/queries";
import { FilterSelect } from "../../shared/FilterSelect";
import { Page } from "../../shared/Page";
import { Pager } from "../../shared/Pager";
import { SearchInput } from "../../shared/SearchInput";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { Time } from "../../shared/time";
import { useUrlState } from "../../shared/useUrlState";
import { RequestRun } from "./RequestRun";
import classes from "./runs.module.css";

export default function Runs() {
  const [filter, setFilter] = useUrlState({
    search: "",
    state: "",
    ending: "",
    agent: "",
    page: "1",
  });
  const runs = useRuns(filter);
  const agents = useAgents();
  const filtered = Boolean(filter.search || filter.state || filter.ending || filter.agent);
  return (
    <Page
      title="Runs"
      description="Agents at work on phones: what they say of themselves, and what came of it."
      actions={<RequestRun />}
    >
      <Group mb="md" gap="sm">
        <SearchInput
          label="Search tasks and agents"
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <FilterSelect
          label="Agent"
          all="Every agent"
          searchable
          w={190}
          value={filter.agent}
          onChange={(agent) => setFilter({ agent })}
          data={(agents.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <FilterSelect
          label="State"
          all="Every state"
          w={150}
          value={filter.state}
          onChange={(state) => setFilter({ state })}
          data={Object.entries(RUN_STATES).map(([value, { label }]) => ({ value, label }))}
        />
        <FilterSelect
          label="Ending"
          all="Every ending"
          w={160}
          value={filter.ending}
          onChange={(ending) => setFilter({ ending })}
          data={Object.entries(ENDINGS).map(([value, { label }]) => ({ value, label }))}
        />
      </Group>
      {runs.error && !runs.data ? (
        <ErrorState error={runs.error} retry={runs.refetch} />
      ) : !runs.data ? (
        <LoadingRows rows={10} height={44} />
      ) : runs.data.results.length === 0 ? (
        <div className="pb-panel">
          <EmptyState
            icon={IconRobot}
            title={filtered ? "Nothing fits these filters" : "No runs yet"}
          >
            {filtered
              ? "Try fewer words or another state."
              : "Let an agent try a task: it begins as soon as a phone is free."}
          </EmptyState>
        </div>
      ) : (
        <>
          <RunTable runs={runs.data.results} busy={runs.isPlaceholderData} />
          <Pager
            page={Number(filter.page)}
            size={RUNS_A_PAGE}
            count={runs.data.count}
            onPage={(page) => setFilter({ page: String(page) })}
          />
        </>
      )}
    </Page>
  );
}

function RunTable({ runs, busy }: { runs: Run[]; busy: boolean }) {
  return (
    <div className="pb-panel" style={{ overflowX: "auto" }} aria-busy={busy}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {["Task", "Agent", "State", "Outcome", "Steps", "Phone", "When"].map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Table.Tr key={run.id}>
              <Table.Td className={classes.goal}>
                <Anchor component={Link} to={`/runs/${run.id}`} c="inherit">
                  {run.task.goal}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {run.task.key}
                  {run.trial > 1 && `, trial ${run.trial}`}
                </Text>
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{run.agent.name}</Table.Td>
              <Table.Td>
                <RunBadge run={run} />
              </Table.Td>
              <Table.Td>
                <Outcome run={run} />
              </Table.Td>
              <Table.Td className="pb-numbers">{run.n_steps}</Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{run.device?.name ?? "–"}</Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                <Time at={run.started_at ?? run.created_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
