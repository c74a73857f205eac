import { Anchor, Group } from "@mantine/core";
import { IconClock, IconRobot } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Link, useParams } from "react-router";
import type { RunDetail, Turn } from "../../api/types";
import { useSession } from "../../app/session";
import { PhoneView } from "../../live/PhoneView";
import type { ServerMessage } from "../../live/protocol";
import { usePhoneStream, useStreamMessages } from "../../live/usePhoneStream";
import { Outcome, RunBadge } from "../../runs/labels";
import { useRun, useTurns } from "../../runs/queries";
import { Page } from "../../shared/Page";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { ActionOverlay } from "../../trace/ActionOverlay";
import { Controls } from "./Controls";
import { RunFacts } from "./RunFacts";
import classes from "./run.module.css";
import { TurnList } from "./TurnList";
import { UseAsGold } from "./UseAsGold";

export default function RunPage() {
  const { id = "" } = useParams();
  const run = useRun(id);
  if (run.isPending) {
    return (
      <Page title="Run">
        <LoadingRows rows={1} height={480} />
      </Page>
    );
  }
  if (!run.data) {
    return (
      <Page title="Run">
        {run.error && <ErrorState error={run.error} retry={() => run.refetch()} />}
      </Page>
    );
  }
  return <Watch run={run.data} key={run.data.id} />;
}

/** The phone as the agent sees it, its thought, and the next action drawn before it lands. */
function Watch({ run }: { run: RunDetail }) {
  const client = useQueryClient();
  const { user } = useSession();
  const ended = run.state === "ended";
  const mine = run.state === "taken_over" && run.held_by?.username === user?.username;
  const stream = usePhoneStream(ended ? null : run.stream_url, mine ? "drive" : "watch");
  const [live, setLive] = useState<Record<number, Turn>>({});
  const stored = useTurns(run.id, ended || !stream);
  useStreamMessages(
    stream,
    useCallback(
      (message: ServerMessage) => {
        if (message.type === "turn") {
          const turn = message.turn as Turn;
          setLive((known) => ({ ...known, [turn.seq]: turn }));
        }
        if (message.type === "run") {
          const now = message.run as RunDetail;
          client.setQueryData<RunDetail>(["run", run.id], (old) =>
            // The address is told to the page alone.
            old ? { ...old, ...now, stream_url: old.stream_url } : old,
          );
          if (now.state === "ended") void client.invalidateQueries({ queryKey: ["run", run.id] });
        }
      },
      [client, run.id],
    ),
  );
  const known = new Map((stored.data ?? []).map((turn) => [turn.seq, turn]));
  for (const turn of Object.values(live)) known.set(turn.seq, turn);
  const turns = [...known.values()].sort((a, b) => a.seq - b.seq);
  const now = turns.at(-1);

  return (
    <Page
      title={run.task.goal}
      heading={
        <Group gap="sm" component="span">
          {run.task.goal}
          <RunBadge run={run} />
          {ended && <Outcome run={run} />}
        </Group>
      }
      description={`${run.agent.name} on ${run.device?.name ?? "no phone yet"}`}
      actions={
        <>
          <UseAsGold run={run} />
          <Controls run={run} />
        </>
      }
    >
      <div className={classes.layout}>
        <div className={`${classes.live} ${stream ? "" : classes.away}`}>
          {stream && run.device ? (
            <PhoneView
              stream={stream}
              name={run.device.name}
              size={{ width: 540, height: 1200 }}
              drive={mine}
              deviceId={run.device.id}
              overlay={!mine && run.state !== "taken_over" && now && <NextAction turn={now} />}
            />
          ) : ended ? (
            <EmptyState icon={IconRobot} title={run.reason || "The run is over"}>
              {run.episode && (
                <Anchor component={Link} to={`/episodes/${run.episode}`}>
                  Look at every step, with pictures and film
                </Anchor>
              )}
            </EmptyState>
          ) : (
            <EmptyState icon={IconClock} title="Waiting for a phone">
              It begins as soon as a fitting phone is free.
            </EmptyState>
          )}
        </div>
        <div className={classes.side}>
          <TurnList turns={turns} />
          <RunFacts run={run} turns={turns} />
        </div>
      </div>
    </Page>
  );
}

function NextAction({ turn }: { turn: Turn }) {
  const screen = turn.screen;
  if (!turn.action || !screen) return null;
  return (
    <div key={turn.seq} className={classes.next} data-testid="next-action">
      <ActionOverlay
        action={turn.action}
        width={screen.width}
        height={screen.height}
        element={screen.element?.bounds}
      />
    </div>
  );
}
