import { Alert, Button, Group } from "@mantine/core";
import {
  IconHandStop,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconShieldExclamation,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { api, ok } from "../../api/client";
import type { RunDetail } from "../../api/types";
import { useDialogs } from "../../shared/dialogs";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";

const PATHS = {
  pause: "/api/runs/{id}/pause",
  resume: "/api/runs/{id}/resume",
  take_over: "/api/runs/{id}/take_over",
  hand_back: "/api/runs/{id}/hand_back",
} as const;

/** Pause, take over, hand back, stop; and the word that a risky action waits for. */
export function Controls({ run }: { run: RunDetail }) {
  const client = useQueryClient();
  const { askReason } = useDialogs();
  const change = useAction({
    mutationFn: ({ work }: { what: string; work: () => Promise<RunDetail> }) => work(),
    onSuccess: (now) => client.setQueryData(["run", run.id], now),
    onError: toast.error,
  });
  const path = { id: run.id };
  const post = (what: keyof typeof PATHS) =>
    change.mutate({
      what,
      work: () => ok<RunDetail>(api.POST(PATHS[what], { params: { path } })),
    });

  async function stop() {
    const reason = await askReason({
      title: "Stop this run",
      message: "It ends here and is not graded.",
      confirm: "Stop",
      danger: true,
      required: false,
    });
    if (reason === null) return;
    change.mutate({
      what: "stop",
      work: () =>
        ok<RunDetail>(api.POST("/api/runs/{id}/stop", { params: { path }, body: { reason } })),
    });
  }

  if (run.state === "ended") return null;
  const waits = run.pending as { reason: string } | null | undefined;
  return (
    <>
      {waits && (
        <Alert
          color="orange"
          icon={<IconShieldExclamation size={18} />}
          title="The agent asks before it goes on"
          role="alert"
        >
          {waits.reason}
        </Alert>
      )}
      <Group gap="xs">
        {run.state === "running" && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={16} />}
            loading={change.isPending}
            onClick={() => post("pause")}
          >
            Pause
          </Button>
        )}
        {run.state === "paused" && (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            loading={change.isPending}
            onClick={() => post("resume")}
          >
            {waits ? "Allow it" : "Go on"}
          </Button>
        )}
        {(run.state === "running" || run.state === "paused") && (
          <Button
            variant="default"
            leftSection={<IconHandStop size={16} />}
            loading={change.isPending}
            onClick={() => post("take_over")}
          >
            Take over
          </Button>
        )}
        {run.state === "taken_over" && (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            loading={change.isPending}
            onClick={() => post("hand_back")}
          >
            Hand back
          </Button>
        )}
        <Button
          variant="default"
          color="red"
          leftSection={<IconPlayerStop size={16} />}
          loading={change.isPending}
          onClick={stop}
        >
          Stop…
        </Button>
      </Group>
    </>
  );
}
