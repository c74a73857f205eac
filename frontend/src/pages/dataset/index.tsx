import { Alert, Anchor, Button, Group, Menu, Tabs, Text, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconDots,
  IconDownload,
  IconRefresh,
  IconSchool,
  IconShieldLock,
  IconTrash,
  IconVersions,
} from "@tabler/icons-react";
import { Link, useNavigate, useParams } from "react-router";
import { api, ok } from "../../api/client";
import { useDialogs } from "../../shared/dialogs";
import { Facts } from "../../shared/Facts";
import { useInvalidate } from "../../shared/invalidate";
import { Page } from "../../shared/Page";
import { ErrorState, LoadingRows } from "../../shared/states";
import { Time } from "../../shared/time";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { useUrlState } from "../../shared/useUrlState";
import { Card } from "../../training/Card";
import { CountBars } from "../../training/CountBars";
import { labelOf } from "../../training/charts";
import { useExport } from "../../training/exporting";
import { FileTable } from "../../training/FileTable";
import { DatasetBadge, JOB_KINDS, JobBadge, PURPOSES } from "../../training/labels";
import { bytes } from "../../training/progress";
import { useDataset } from "../../training/queries";
import { Refused } from "../../training/Refused";
import type { DatasetDetail } from "../../training/types";
import classes from "./dataset.module.css";
import { Episodes } from "./Episodes";

export default function DatasetPage() {
  const { id = "" } = useParams();
  const dataset = useDataset(id);
  if (!dataset.data) {
    return (
      <Page title="Dataset">
        {dataset.error ? (
          <ErrorState error={dataset.error} retry={() => dataset.refetch()} />
        ) : (
          <LoadingRows rows={4} height={120} />
        )}
      </Page>
    );
  }
  return <View dataset={dataset.data} />;
}

function View({ dataset }: { dataset: DatasetDetail }) {
  const [{ tab }, set] = useUrlState({ tab: "content" });
  const frozen = dataset.state === "frozen";
  return (
    <Page
      title={dataset.name}
      heading={
        <Group gap="sm" component="span">
          {dataset.name}
          <DatasetBadge state={dataset.state} />
        </Group>
      }
      description={
        <>
          For {PURPOSES[dataset.purpose] ?? dataset.purpose}
          {dataset.version > 1 && `, version ${dataset.version}`}, by{" "}
          {dataset.owner.name || dataset.owner.username}, <Time at={dataset.created_at} />
          {dataset.description && <div>{dataset.description}</div>}
        </>
      }
      actions={<Actions dataset={dataset} />}
    >
      {dataset.closed && (
        <Alert color="orange" icon={<IconShieldLock size={18} />} title="Closed" mb="md">
          {dataset.closed}
        </Alert>
      )}
      {dataset.error && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title="It could not be built"
          mb="md"
          role="alert"
        >
          {dataset.error}
        </Alert>
      )}
      {dataset.state === "building" && (
        <Alert color="blue" mb="md" title="It is being built">
          {dataset.progress.done
            ? `${dataset.progress.done.toLocaleString("en")} ${
                dataset.progress.of ? `of ${dataset.progress.of.toLocaleString("en")} ` : ""
              }episodes so far.`
            : "Its episodes are gathered and checked; this page follows."}
        </Alert>
      )}
      <Tabs value={tab} onChange={(next) => set({ tab: next ?? "content" })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="content">What is in it</Tabs.Tab>
          <Tabs.Tab value="episodes" disabled={!frozen}>
            Episodes
          </Tabs.Tab>
          <Tabs.Tab value="files" disabled={!frozen}>
            Card and files
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="content">
          <Content dataset={dataset} />
        </Tabs.Panel>
        <Tabs.Panel value="episodes">
          <Episodes dataset={dataset} />
        </Tabs.Panel>
        <Tabs.Panel value="files">
          <Card title="Dataset card" text={dataset.card} />
          <FileTable files={dataset.files} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

const ASKED: Record<string, string> = { n: "Demonstrations of the oracle" };

function Content({ dataset }: { dataset: DatasetDetail }) {
  const wanted = { ...dataset.query, ...dataset.demonstrations };
  const asked = Object.entries(wanted).map(([name, value]): [string, string] => [
    ASKED[name] ?? labelOf(name),
    worded(value),
  ]);
  return (
    <>
      <div className={classes.columns}>
        <section className={`pb-panel ${classes.section}`}>
          <Title order={2} mb="sm">
            How much
          </Title>
          <Facts
            facts={[
              ["Episodes", dataset.n_episodes.toLocaleString("en")],
              ["Steps", dataset.n_steps.toLocaleString("en")],
              ["Size", bytes(dataset.size)],
              [
                "SHA-256",
                <span key="h" className={classes.hash}>
                  {dataset.sha256 || "–"}
                </span>,
              ],
            ]}
          />
        </section>
        <section className={`pb-panel ${classes.section}`}>
          <Title order={2} mb="sm">
            What was asked for
          </Title>
          {asked.length > 0 ? (
            <Facts facts={asked} />
          ) : (
            <Text size="sm" c="dimmed">
              Everything that may be learned from.
            </Text>
          )}
        </section>
      </div>
      {dataset.refused.length > 0 && (
        <div className={classes.refused}>
          <Refused refused={dataset.refused} />
        </div>
      )}
      {Object.keys(dataset.counts).length > 0 && (
        <section className={`pb-panel ${classes.section}`}>
          <CountBars counts={dataset.counts} />
        </section>
      )}
      {dataset.jobs.length > 0 && (
        <section className={`pb-panel ${classes.section}`}>
          <Title order={2} mb="sm">
            Jobs that learned from it
          </Title>
          <ul className={classes.jobs}>
            {dataset.jobs.map((job) => (
              <li key={job.id}>
                <Anchor component={Link} to={`/training/${job.id}`}>
                  {job.name}
                </Anchor>
                <Text span size="sm" c="dimmed">
                  {JOB_KINDS[job.kind]}
                </Text>
                <JobBadge state={job.state} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** A filter's value in words. */
function worded(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(", ");
  if (value && typeof value === "object")
    return Object.entries(value)
      .map(([name, each]) => `${labelOf(name)}: ${worded(each)}`)
      .join(", ");
  return value === true ? "yes" : value === false ? "no" : String(value);
}

function Actions({ dataset }: { dataset: DatasetDetail }) {
  const { confirm } = useDialogs();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const exporting = useExport(dataset.id);
  const path = { id: dataset.id };
  const change = useAction({
    mutationFn: (verb: "versions" | "retry") =>
      verb === "versions"
        ? ok(api.POST("/api/training/datasets/{id}/versions", { params: { path }, body: {} }))
        : ok(api.POST("/api/training/datasets/{id}/retry", { params: { path } })),
    onSuccess: ({ id }) => {
      void invalidate("datasets", "dataset");
      navigate(`/training/datasets/${id}`);
    },
    onError: toast.error,
  });
  const remove = useAction({
    mutationFn: () => ok(api.DELETE("/api/training/datasets/{id}", { params: { path } })),
    onSuccess: () => {
      toast.done(`${dataset.name} is deleted.`);
      void invalidate("datasets");
      navigate("/training/datasets");
    },
    onError: toast.error,
  });

  async function askToDelete() {
    const sure = await confirm({
      title: `Delete ${dataset.name}?`,
      message: "Its files are gone for good. The episodes that it was made of stay where they are.",
      confirm: "Delete",
      danger: true,
    });
    if (sure) remove.mutate();
  }

  const frozen = dataset.state === "frozen";
  const kind = dataset.purpose === "judge" ? "judge_sft" : "sft";
  return (
    <>
      {dataset.state === "failed" && (
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={change.isPending}
          onClick={() => change.mutate("retry")}
        >
          Try again
        </Button>
      )}
      {frozen && !dataset.closed && dataset.purpose !== "preferences" && (
        <Button
          component={Link}
          to={`/training/new?kind=${kind}&dataset=${dataset.id}`}
          leftSection={<IconSchool size={16} />}
        >
          Train on it
        </Button>
      )}
      {frozen && dataset.formats.length > 0 && (
        <Menu position="bottom-end" width={300}>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              loading={exporting.making !== ""}
            >
              Export
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {dataset.formats.map(({ name, label, help }) => (
              <Menu.Item key={name} onClick={() => exporting.start(name)}>
                <Text size="sm">{label}</Text>
                {help && (
                  <Text size="xs" c="dimmed">
                    {help}
                  </Text>
                )}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" px="xs" aria-label="More">
            <IconDots size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {frozen && (
            <Menu.Item
              leftSection={<IconVersions size={16} />}
              onClick={() => change.mutate("versions")}
            >
              New version, with what there is now
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            disabled={dataset.guard !== ""}
            onClick={askToDelete}
          >
            Delete…
          </Menu.Item>
          {dataset.guard && <Menu.Label>{dataset.guard}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
