import { Button, Menu } from "@mantine/core";
import {
  IconChartBar,
  IconDots,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconRobot,
  IconSchool,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, ok } from "../../api/client";
import { useDialogs } from "../../shared/dialogs";
import { useInvalidate } from "../../shared/invalidate";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { PromoteDialog, usePromote } from "../../training/Promote";
import type { JobDetail } from "../../training/types";

/** Stop with the checkpoint kept, go on, try again; and what to do with what came of it. */
export function Controls({ job }: { job: JobDetail }) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { confirm } = useDialogs();
  const promote = usePromote();
  const change = useAction({
    mutationFn: (verb: "stop" | "resume" | "retry") =>
      ok(api.POST(`/api/training/jobs/{id}/${verb}`, { params: { path: { id: job.id } } })),
    onSuccess: (now) => {
      client.setQueryData(["job", job.id], now);
      void invalidate("jobs");
    },
    onError: toast.error,
  });

  async function stop() {
    const running = job.state !== "queued";
    const sure = await confirm({
      title: "Stop this job?",
      message: running
        ? "It finishes its step, saves a checkpoint and stops. You can go on from there at any time."
        : "It has not begun; it leaves the queue.",
      confirm: "Stop",
      danger: true,
    });
    if (sure) change.mutate("stop");
  }

  const { permissions: may, result } = job;
  return (
    <>
      {may.stop && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} />}
          loading={change.isPending}
          onClick={stop}
        >
          Stop…
        </Button>
      )}
      {may.resume && (
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          loading={change.isPending}
          onClick={() => change.mutate("resume")}
        >
          Resume
        </Button>
      )}
      {may.retry && (
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={change.isPending}
          onClick={() => change.mutate("retry")}
        >
          Try again
        </Button>
      )}
      {result && job.kind !== "evaluate" && (
        <>
          <Button
            component={Link}
            to={`/training/new?kind=evaluate&base=${result.id}`}
            variant="default"
            leftSection={<IconChartBar size={16} />}
          >
            Evaluate
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" px="xs" aria-label="More">
                <IconDots size={16} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                component={Link}
                to={`/training/new?base=${result.id}`}
                leftSection={<IconSchool size={16} />}
              >
                Train on from its checkpoint
              </Menu.Item>
              <Menu.Item leftSection={<IconRobot size={16} />} onClick={() => promote.open(result)}>
                Make an agent of it…
              </Menu.Item>
              <Menu.Item
                component={Link}
                to={`/training/new?like=${job.id}`}
                leftSection={<IconRefresh size={16} />}
              >
                The same job, changed
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <PromoteDialog {...promote} />
    </>
  );
}
