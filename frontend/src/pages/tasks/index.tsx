import { Button, Group, Stack, Switch } from "@mantine/core";
import { IconArrowRight, IconChecklist, IconPencilPlus, IconUserCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useQueue, useTasks } from "../../api/queries";
import { useSession } from "../../app/session";
import { ChoosePhone } from "../../demonstrate/ChoosePhone";
import { ClaimCard } from "../../demonstrate/ClaimCard";
import { useClaim } from "../../demonstrate/claims";
import { queueNotice } from "../../demonstrate/queueNotice";
import { CATEGORIES } from "../../demonstrate/TaskFacts";
import { FilterSelect } from "../../shared/FilterSelect";
import { Page } from "../../shared/Page";
import { Pager } from "../../shared/Pager";
import { SearchInput } from "../../shared/SearchInput";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { useUrlState } from "../../shared/useUrlState";
import { ImportSuite } from "./ImportSuite";
import { TaskRow } from "./TaskRow";

const SIZE = 25;

export default function Tasks() {
  const { can } = useSession();
  const [filter, setFilter] = useUrlState({ search: "", category: "", available: "1", page: "1" });
  const [free, setFree] = useState(false);
  const [baseline, setBaseline] = useState(false);
  const queue = useQueue();
  const claim = useClaim();
  const tasks = useTasks({
    search: filter.search,
    category: filter.category,
    available: filter.available === "1" ? "1" : "",
    page: Number(filter.page),
    page_size: SIZE,
  });
  const mine = queue.data?.mine ?? null;
  const filtered = Boolean(filter.search || filter.category);

  return (
    <Page
      title="Tasks"
      description={queue.data && !mine ? queueNotice(queue.data) : "Goals to show on a phone."}
      actions={
        !mine && (
          <>
            {can("manage_tasks") && <ImportSuite />}
            {can("free_task") && (
              <Button
                variant="default"
                leftSection={<IconPencilPlus size={16} />}
                onClick={() => setFree(true)}
              >
                Free task
              </Button>
            )}
            {Boolean(queue.data?.baseline) && (
              <Button
                variant="default"
                leftSection={<IconUserCheck size={16} />}
                onClick={() => setBaseline(true)}
              >
                Human baseline ({queue.data?.baseline})
              </Button>
            )}
            <Button
              disabled={!queue.data?.next}
              loading={claim.isPending && claim.variables === undefined}
              rightSection={<IconArrowRight size={16} />}
              onClick={() => claim.mutate(undefined)}
            >
              Claim next task
            </Button>
          </>
        )
      }
    >
      <Stack gap="lg">
        {mine && <ClaimCard claim={mine} />}
        <div>
          <Group mb="md" gap="sm">
            <SearchInput
              label="Search goals and apps"
              value={filter.search}
              onChange={(search) => setFilter({ search })}
            />
            <FilterSelect
              label="Category"
              all="Every category"
              w={170}
              value={filter.category}
              onChange={(category) => setFilter({ category })}
              data={Object.entries(CATEGORIES).map(([value, { label }]) => ({ value, label }))}
            />
            <Switch
              label="Only open ones"
              checked={filter.available === "1"}
              onChange={(event) =>
                setFilter({ available: event.currentTarget.checked ? "1" : "0" })
              }
            />
          </Group>
          {tasks.error && !tasks.data ? (
            <ErrorState error={tasks.error} retry={tasks.refetch} />
          ) : !tasks.data ? (
            <LoadingRows rows={6} height={72} />
          ) : tasks.data.results.length === 0 ? (
            <div className="pb-panel">
              <EmptyState
                icon={IconChecklist}
                title={filtered ? "Nothing fits this search" : "No task to take"}
              >
                {filtered
                  ? "Try fewer words or another category."
                  : queue.data
                    ? queueNotice(queue.data)
                    : "New tasks appear here."}
              </EmptyState>
            </div>
          ) : (
            <>
              <div className="pb-panel" aria-busy={tasks.isPlaceholderData}>
                {tasks.data.results.map((task) => (
                  <TaskRow
                    key={task.id}
                    task={task}
                    blocked={mine !== null}
                    busy={claim.isPending && claim.variables === task.id}
                    onClaim={() =>
                      claim.mutate(task.id, { onSuccess: () => window.scrollTo({ top: 0 }) })
                    }
                  />
                ))}
              </div>
              <Pager
                page={Number(filter.page)}
                size={SIZE}
                count={tasks.data.count}
                onPage={(page) => setFilter({ page: String(page) })}
              />
            </>
          )}
        </div>
      </Stack>
      {free && <ChoosePhone start={{ free: true }} kind="any" onClose={() => setFree(false)} />}
      {baseline && (
        <ChoosePhone start={{ baseline: true }} kind="any" onClose={() => setBaseline(false)} />
      )}
    </Page>
  );
}
