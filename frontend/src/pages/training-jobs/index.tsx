import { Anchor, Button, Group, Progress, Table, Text } from "@mantine/core";
import { IconPlus, IconSchool } from "@tabler/icons-react";
import { Link } from "react-router";
import { FilterSelect } from "../../shared/FilterSelect";
import { Page } from "../../shared/Page";
import { Pager } from "../../shared/Pager";
import { SearchInput } from "../../shared/SearchInput";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { formatDuration, Time } from "../../shared/time";
import { useUrlState } from "../../shared/useUrlState";
import { isOver, JOB_KINDS, JOB_STATES, JobBadge, PHASES } from "../../training/labels";
import { about, figure } from "../../training/progress";
import { A_PAGE, useJobs } from "../../training/queries";
import type { Job } from "../../training/types";

export default function Jobs() {
  const [filter, setFilter] = useUrlState({ search: "", state: "", kind: "", page: "1" });
  const jobs = useJobs(filter);
  const filtered = Boolean(filter.search || filter.state || filter.kind);
  const start = (
    <Button component={Link} to="/training/new" leftSection={<IconPlus size={16} />}>
      Start a job
    </Button>
  );
  return (
    <Page
      title="Training jobs"
      description="Jobs that teach a model or measure one: from demonstrations, and from what it does on phones itself."
      actions={start}
    >
      <Group mb="md" gap="sm">
        <SearchInput
          label="Search names and datasets"
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <FilterSelect
          label="Kind"
          all="Every kind"
          w={150}
          value={filter.kind}
          onChange={(kind) => setFilter({ kind })}
          data={Object.entries(JOB_KINDS).map(([value, label]) => ({ value, label }))}
        />
        <FilterSelect
          label="State"
          all="Every state"
          w={150}
          value={filter.state}
          onChange={(state) => setFilter({ state })}
          data={Object.entries(JOB_STATES).map(([value, { label }]) => ({ value, label }))}
        />
      </Group>
      {jobs.error && !jobs.data ? (
        <ErrorState error={jobs.error} retry={jobs.refetch} />
      ) : !jobs.data ? (
        <LoadingRows rows={8} height={56} />
      ) : jobs.data.results.length === 0 ? (
        <div className="pb-panel">
          <EmptyState
            icon={IconSchool}
            title={filtered ? "Nothing fits these filters" : "No jobs yet"}
            action={filtered ? undefined : start}
          >
            {filtered
              ? "Try fewer words or another state."
              : "Build a dataset from demonstrations, teach a model with it, then let it learn on phones."}
          </EmptyState>
        </div>
      ) : (
        <>
          <JobTable jobs={jobs.data.results} busy={jobs.isPlaceholderData} />
          <Pager
            page={Number(filter.page)}
            size={A_PAGE}
            count={jobs.data.count}
            onPage={(page) => setFilter({ page: String(page) })}
          />
        </>
      )}
    </Page>
  );
}

function JobTable({ jobs, busy }: { jobs: Job[]; busy: boolean }) {
  return (
    <div className="pb-panel" style={{ overflowX: "auto" }} aria-busy={busy}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {["Job", "State", "Progress", "From", "Result", "Success", "Owner", "Begun"].map(
              (label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map((job) => (
            <Row key={job.id} job={job} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Row({ job }: { job: Job }) {
  return (
    <Table.Tr>
      <Table.Td style={{ minWidth: 200 }}>
        <Anchor component={Link} to={`/training/${job.id}`} c="inherit" fw={550}>
          {job.name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {JOB_KINDS[job.kind]}
          {job.preset && `, ${job.preset}`}
        </Text>
      </Table.Td>
      <Table.Td>
        <JobBadge state={job.state} />
      </Table.Td>
      <Table.Td style={{ minWidth: 170 }}>
        <JobProgress job={job} />
      </Table.Td>
      <Table.Td style={{ minWidth: 120 }}>
        {job.dataset && (
          <Anchor component={Link} to={`/training/datasets/${job.dataset.id}`} size="sm">
            {job.dataset.name}
          </Anchor>
        )}
        {job.dataset && job.base && <br />}
        {job.base && (
          <Anchor component={Link} to={`/training/checkpoints/${job.base.id}`} size="sm">
            {job.base.name}
          </Anchor>
        )}
        {!job.dataset && !job.base && "–"}
      </Table.Td>
      <Table.Td>
        {job.result ? (
          <Anchor component={Link} to={`/training/checkpoints/${job.result.id}`} size="sm">
            {job.result.name}
          </Anchor>
        ) : (
          "–"
        )}
      </Table.Td>
      <Table.Td className="pb-numbers">{figure(job.success, "share")}</Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>{job.owner.name || job.owner.username}</Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>
        <Time at={job.started_at ?? job.created_at} />
      </Table.Td>
    </Table.Tr>
  );
}

function JobProgress({ job }: { job: Job }) {
  const done = job.of > 0 ? `${job.step} of ${job.of}` : "";
  if (isOver(job.state)) {
    return (
      <Text size="sm" className="pb-numbers">
        {[done, job.seconds > 0 && formatDuration(job.seconds)].filter(Boolean).join(", ") || "–"}
      </Text>
    );
  }
  const eta = job.state === "queued" ? "waits for a machine" : etaWords(job);
  return (
    <>
      <Text size="xs" className="pb-numbers" mb={4}>
        {[done, eta].filter(Boolean).join(", ")}
      </Text>
      <Progress
        size="sm"
        value={job.of ? (100 * job.step) / job.of : 0}
        aria-label={`Progress of ${job.name}`}
        animated={job.state === "running"}
      />
    </>
  );
}

function etaWords(job: Job): string {
  if (job.eta_s !== null) return `${about(job.eta_s)} left`;
  return PHASES[job.phase] ?? job.phase;
}
