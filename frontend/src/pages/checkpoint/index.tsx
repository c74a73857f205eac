import { Alert, Anchor, Badge, Button, Group, Menu, Text, Title } from "@mantine/core";
import {
  IconChartBar,
  IconDots,
  IconDownload,
  IconRobot,
  IconSchool,
  IconTrash,
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
import { Card } from "../../training/Card";
import { kindOf } from "../../training/CheckpointTable";
import { FileTable } from "../../training/FileTable";
import { LineageTree } from "../../training/LineageTree";
import { MetricTable } from "../../training/MetricTable";
import { PromoteDialog, usePromote } from "../../training/Promote";
import { bytes, figure } from "../../training/progress";
import { useCheckpoint } from "../../training/queries";
import type { CheckpointDetail } from "../../training/types";
import classes from "./checkpoint.module.css";

export default function CheckpointPage() {
  const { id = "" } = useParams();
  const checkpoint = useCheckpoint(id);
  if (!checkpoint.data) {
    return (
      <Page title="Checkpoint">
        {checkpoint.error ? (
          <ErrorState error={checkpoint.error} retry={() => checkpoint.refetch()} />
        ) : (
          <LoadingRows rows={4} height={120} />
        )}
      </Page>
    );
  }
  return <View checkpoint={checkpoint.data} />;
}

function View({ checkpoint }: { checkpoint: CheckpointDetail }) {
  const measured = Object.keys(checkpoint.metrics).length > 0;
  return (
    <Page
      title={checkpoint.name}
      heading={
        <Group gap="sm" component="span">
          {checkpoint.name}
          {checkpoint.deleted_at && <Badge color="gray">Deleted</Badge>}
        </Group>
      }
      description={`${kindOf(checkpoint.kind)}, ${checkpoint.backbone}, form ${checkpoint.form}`}
      actions={!checkpoint.deleted_at && <Actions checkpoint={checkpoint} />}
    >
      {checkpoint.deleted_at && (
        <Alert color="gray" mb="md" title="Its files are gone">
          Deleted <Time at={checkpoint.deleted_at} />. What it measured and where it comes from is
          kept.
        </Alert>
      )}
      <section className={`pb-panel ${classes.section}`}>
        <Title order={2} mb="sm">
          Where it comes from
        </Title>
        <LineageTree lineage={checkpoint.lineage} />
      </section>
      <div className={classes.columns}>
        <section className={`pb-panel ${classes.section}`}>
          <Title order={2} mb="sm">
            What it is
          </Title>
          <Facts
            facts={[
              [
                "Made by",
                checkpoint.job ? (
                  <Anchor key="j" component={Link} to={`/training/${checkpoint.job.id}`} size="sm">
                    {checkpoint.job.name}
                  </Anchor>
                ) : (
                  "–"
                ),
              ],
              ["Step", checkpoint.step],
              ["Made", <Time key="t" at={checkpoint.created_at} />],
              ["Parameters", figure(checkpoint.parameters)],
              ["Size", bytes(checkpoint.size)],
              [
                "Agent",
                checkpoint.agent ? (
                  <Anchor key="a" component={Link} to="/agents" size="sm">
                    {checkpoint.agent.name}
                  </Anchor>
                ) : (
                  "none"
                ),
              ],
              [
                "SHA-256",
                <span key="h" className={classes.hash}>
                  {checkpoint.sha256}
                </span>,
              ],
            ]}
          />
        </section>
        <section className={`pb-panel ${classes.section}`}>
          <Title order={2} mb="sm">
            What it measured
          </Title>
          {!measured ? (
            <Text size="sm" c="dimmed">
              Nothing yet. Evaluate it to know how often it reaches its goal.
            </Text>
          ) : (
            <MetricTable metrics={checkpoint.metrics} />
          )}
        </section>
      </div>
      <Card title="Model card" text={checkpoint.card} />
      <FileTable files={checkpoint.files} />
    </Page>
  );
}

function Actions({ checkpoint }: { checkpoint: CheckpointDetail }) {
  const promote = usePromote();
  const { confirm } = useDialogs();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const remove = useAction({
    mutationFn: () =>
      ok(api.DELETE("/api/training/checkpoints/{id}", { params: { path: { id: checkpoint.id } } })),
    onSuccess: () => {
      toast.done(`${checkpoint.name} is deleted.`);
      void invalidate("checkpoints", "checkpoint", "job");
      navigate("/training/checkpoints");
    },
    onError: toast.error,
  });

  async function askToDelete() {
    const sure = await confirm({
      title: `Delete ${checkpoint.name}?`,
      message: `Its ${bytes(checkpoint.size)} of files are gone for good. What it measured and where it comes from is kept.`,
      confirm: "Delete",
      danger: true,
    });
    if (sure) remove.mutate();
  }

  return (
    <>
      <Button
        component={Link}
        to={`/training/new?base=${checkpoint.id}`}
        variant="default"
        leftSection={<IconSchool size={16} />}
      >
        Train on
      </Button>
      <Button
        component={Link}
        to={`/training/new?kind=evaluate&base=${checkpoint.id}`}
        variant="default"
        leftSection={<IconChartBar size={16} />}
      >
        Evaluate
      </Button>
      {!checkpoint.agent && (
        <Button leftSection={<IconRobot size={16} />} onClick={() => promote.open(checkpoint)}>
          Make an agent
        </Button>
      )}
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" px="xs" aria-label="More">
            <IconDots size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={`/api/training/checkpoints/${checkpoint.id}/download`}
            download
            leftSection={<IconDownload size={16} />}
          >
            Download ({bytes(checkpoint.size)})
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            disabled={checkpoint.guard !== ""}
            onClick={askToDelete}
          >
            Delete…
          </Menu.Item>
          {checkpoint.guard && <Menu.Label>{checkpoint.guard}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      <PromoteDialog {...promote} />
    </>
  );
}
