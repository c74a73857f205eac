import { Anchor, Button, Group, Table, Text } from "@mantine/core";
import { IconDatabase, IconPlus } from "@tabler/icons-react";
import { Link } from "react-router";
import { FilterSelect } from "../../shared/FilterSelect";
import { Page } from "../../shared/Page";
import { Pager } from "../../shared/Pager";
import { SearchInput } from "../../shared/SearchInput";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { Time } from "../../shared/time";
import { useUrlState } from "../../shared/useUrlState";
import { DatasetBadge, PURPOSES } from "../../training/labels";
import { bytes } from "../../training/progress";
import { A_PAGE, useDatasets } from "../../training/queries";
import type { Dataset } from "../../training/types";

export default function Datasets() {
  const [filter, setFilter] = useUrlState({ search: "", purpose: "", page: "1" });
  const datasets = useDatasets(filter);
  const filtered = Boolean(filter.search || filter.purpose);
  const make = (
    <Button component={Link} to="/training/datasets/new" leftSection={<IconPlus size={16} />}>
      New dataset
    </Button>
  );
  return (
    <Page
      title="Datasets"
      description="Frozen selections of episodes to learn from. What is kept for measuring can never be in one."
      actions={make}
    >
      <Group mb="md" gap="sm">
        <SearchInput
          label="Search names"
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <FilterSelect
          label="Purpose"
          all="Every purpose"
          w={160}
          value={filter.purpose}
          onChange={(purpose) => setFilter({ purpose })}
          data={Object.entries(PURPOSES).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      {datasets.error && !datasets.data ? (
        <ErrorState error={datasets.error} retry={datasets.refetch} />
      ) : !datasets.data ? (
        <LoadingRows rows={6} height={56} />
      ) : datasets.data.results.length === 0 ? (
        <div className="pb-panel">
          <EmptyState
            icon={IconDatabase}
            title={filtered ? "Nothing fits these filters" : "No datasets yet"}
            action={filtered ? undefined : make}
          >
            {filtered
              ? "Try fewer words or another purpose."
              : "Choose accepted demonstrations, successful runs, or have the oracle show how tasks are done."}
          </EmptyState>
        </div>
      ) : (
        <>
          <div
            className="pb-panel"
            style={{ overflowX: "auto" }}
            aria-busy={datasets.isPlaceholderData}
          >
            <DatasetTable datasets={datasets.data.results} />
          </div>
          <Pager
            page={Number(filter.page)}
            size={A_PAGE}
            count={datasets.data.count}
            onPage={(page) => setFilter({ page: String(page) })}
          />
        </>
      )}
    </Page>
  );
}

function DatasetTable({ datasets }: { datasets: Dataset[] }) {
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {["Dataset", "State", "For", "Episodes", "Steps", "Size", "Made by", "Made"].map(
            (label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ),
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {datasets.map((dataset) => (
          <Table.Tr key={dataset.id}>
            <Table.Td style={{ minWidth: 200 }}>
              <Anchor component={Link} to={`/training/datasets/${dataset.id}`} c="inherit" fw={550}>
                {dataset.name}
              </Anchor>
              <Text size="xs" c="dimmed" lineClamp={1}>
                {[dataset.version > 1 && `version ${dataset.version}`, dataset.description]
                  .filter(Boolean)
                  .join(", ")}
              </Text>
            </Table.Td>
            <Table.Td>
              <DatasetBadge state={dataset.state} />
            </Table.Td>
            <Table.Td style={{ whiteSpace: "nowrap" }}>
              {PURPOSES[dataset.purpose] ?? dataset.purpose}
            </Table.Td>
            <Table.Td className="pb-numbers">{dataset.n_episodes.toLocaleString("en")}</Table.Td>
            <Table.Td className="pb-numbers">{dataset.n_steps.toLocaleString("en")}</Table.Td>
            <Table.Td className="pb-numbers" style={{ whiteSpace: "nowrap" }}>
              {bytes(dataset.size)}
            </Table.Td>
            <Table.Td style={{ whiteSpace: "nowrap" }}>
              {dataset.owner.name || dataset.owner.username}
            </Table.Td>
            <Table.Td style={{ whiteSpace: "nowrap" }}>
              <Time at={dataset.created_at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
