import { Alert, Anchor, Group, Tabs, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link, useParams } from "react-router";
import { Page } from "../../shared/Page";
import { ErrorState, LoadingRows } from "../../shared/states";
import { TextLink } from "../../shared/TextLink";
import { useUrlState } from "../../shared/useUrlState";
import { Curves } from "../../training/Curves";
import { isOver, JOB_KINDS, JobBadge } from "../../training/labels";
import { MetricTable } from "../../training/MetricTable";
import { useJob, useProgress } from "../../training/queries";
import type { JobDetail } from "../../training/types";
import { Checkpoints } from "./Checkpoints";
import { Configuration } from "./Configuration";
import { Controls } from "./Controls";
import classes from "./job.module.css";
import { Log } from "./Log";
import { Samples } from "./Samples";
import { Status } from "./Status";

export default function JobPage() {
  const { id = "" } = useParams();
  const job = useJob(id);
  if (!job.data) {
    return (
      <Page title="Job">
        {job.error ? (
          <ErrorState error={job.error} retry={() => job.refetch()} />
        ) : (
          <LoadingRows rows={4} height={140} />
        )}
      </Page>
    );
  }
  return <View key={id} job={job.data} />;
}

function View({ job }: { job: JobDetail }) {
  const [{ tab }, set] = useUrlState({ tab: "curves" });
  const over = isOver(job.state);
  const lines = useProgress(job.id, !over);
  const evaluates = job.kind === "evaluate";
  return (
    <Page
      title={job.name}
      heading={
        <Group gap="sm" component="span">
          {job.name}
          <JobBadge state={job.state} />
        </Group>
      }
      description={<Origin job={job} />}
      actions={<Controls job={job} />}
    >
      {job.error && (
        <Alert
          color={job.state === "failed" ? "red" : "orange"}
          icon={<IconAlertTriangle size={18} />}
          title={job.state === "failed" ? "It failed" : "It met trouble"}
          mb="md"
          role="alert"
          style={{ overflowWrap: "anywhere" }}
        >
          {job.error}
        </Alert>
      )}
      <Status job={job} />
      {over && Object.keys(job.outcome).length > 0 && (
        <section className={`pb-panel ${classes.outcome}`} aria-label="Outcome">
          <Title order={2} mb="xs">
            What came of it
          </Title>
          <MetricTable metrics={job.outcome} />
          {job.campaign && (
            <Anchor component={Link} to={`/campaigns/${job.campaign.id}`} size="sm">
              The whole report
            </Anchor>
          )}
        </section>
      )}
      <Tabs value={tab} onChange={(next) => set({ tab: next ?? "curves" })} keepMounted={false}>
        <Tabs.List mb="md" className={classes.tabs}>
          <Tabs.Tab value="curves">Curves</Tabs.Tab>
          <Tabs.Tab value="samples">{evaluates ? "Attempts" : "Sample episodes"}</Tabs.Tab>
          <Tabs.Tab value="log">Log</Tabs.Tab>
          <Tabs.Tab value="config">Configuration</Tabs.Tab>
          <Tabs.Tab value="checkpoints">{evaluates ? "Lineage" : "Checkpoints"}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="curves">
          {lines === null ? (
            <LoadingRows rows={2} height={230} />
          ) : (
            <Curves lines={lines} resumes={job.resumes.map(({ step }) => step)} ended={over} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="samples">
          <Samples job={job} />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <Log job={job} />
        </Tabs.Panel>
        <Tabs.Panel value="config">
          <Configuration job={job} />
        </Tabs.Panel>
        <Tabs.Panel value="checkpoints">
          <Checkpoints job={job} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** What it is, by whom, and what it began from. */
function Origin({ job }: { job: JobDetail }) {
  return (
    <>
      {JOB_KINDS[job.kind]}
      {job.preset && `, preset ${job.preset}`}, by {job.owner.name || job.owner.username}
      {job.dataset && (
        <>
          , on <TextLink to={`/training/datasets/${job.dataset.id}`}>{job.dataset.name}</TextLink>
        </>
      )}
      {job.base && (
        <>
          , {job.kind === "evaluate" ? "of" : "from"}{" "}
          <TextLink to={`/training/checkpoints/${job.base.id}`}>{job.base.name}</TextLink>
        </>
      )}
      {job.judge && (
        <>
          , rewarded by{" "}
          <TextLink to={`/training/checkpoints/${job.judge.id}`}>{job.judge.name}</TextLink>
          {job.judge_anyway && ", a judge below its threshold"}
        </>
      )}
      {job.campaign && (
        <>
          , in campaign{" "}
          <TextLink to={`/campaigns/${job.campaign.id}`}>{job.campaign.name}</TextLink>
        </>
      )}
    </>
  );
}
