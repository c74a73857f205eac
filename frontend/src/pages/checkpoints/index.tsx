import { Group } from "@mantine/core";
import { IconBox } from "@tabler/icons-react";
import { FilterSelect } from "../../shared/FilterSelect";
import { Page } from "../../shared/Page";
import { Pager } from "../../shared/Pager";
import { SearchInput } from "../../shared/SearchInput";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { useUrlState } from "../../shared/useUrlState";
import { CheckpointTable } from "../../training/CheckpointTable";
import { JOB_KINDS } from "../../training/labels";
import { A_PAGE, useCheckpoints } from "../../training/queries";

export default function Checkpoints() {
  const [filter, setFilter] = useUrlState({ search: "", kind: "", page: "1" });
  const checkpoints = useCheckpoints(filter);
  const filtered = Boolean(filter.search || filter.kind);
  return (
    <Page
      title="Checkpoints"
      description="What jobs have made: where each comes from, what it measured, and which agents run on it."
    >
      <Group mb="md" gap="sm">
        <SearchInput
          label="Search names"
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <FilterSelect
          label="Kind"
          all="Every kind"
          w={150}
          value={filter.kind}
          onChange={(kind) => setFilter({ kind })}
          data={Object.entries(JOB_KINDS)
            .filter(([kind]) => kind !== "evaluate")
            .map(([value, label]) => ({ value, label }))}
        />
      </Group>
      {checkpoints.error && !checkpoints.data ? (
        <ErrorState error={checkpoints.error} retry={checkpoints.refetch} />
      ) : !checkpoints.data ? (
        <LoadingRows rows={8} height={56} />
      ) : checkpoints.data.results.length === 0 ? (
        <div className="pb-panel">
          <EmptyState
            icon={IconBox}
            title={filtered ? "Nothing fits these filters" : "No checkpoints yet"}
          >
            {filtered ? "Try fewer words or another kind." : "Each job keeps some as it learns."}
          </EmptyState>
        </div>
      ) : (
        <>
          <div
            className="pb-panel"
            style={{ overflowX: "auto" }}
            aria-busy={checkpoints.isPlaceholderData}
          >
            <CheckpointTable checkpoints={checkpoints.data.results} />
          </div>
          <Pager
            page={Number(filter.page)}
            size={A_PAGE}
            count={checkpoints.data.count}
            onPage={(page) => setFilter({ page: String(page) })}
          />
        </>
      )}
    </Page>
  );
}
