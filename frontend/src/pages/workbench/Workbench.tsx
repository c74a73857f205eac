import { ActionIcon, Alert, Button, Group, Menu, Tooltip } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceMobileX,
  IconDots,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { useQueue } from "../../api/queries";
import type { EpisodeDetail, Step } from "../../api/types";
import { useClaimHeartbeat } from "../../demonstrate/claims";
import { StateBadge } from "../../episode/labels";
import { ReviewList } from "../../episode/ReviewList";
import { usePhoneShortcuts } from "../../live/usePhoneShortcuts";
import { Page } from "../../shared/Page";
import { useShortcuts } from "../../shared/shortcuts";
import { Time } from "../../shared/time";
import { toast } from "../../shared/toast";
import { ScreenView } from "../../trace/ScreenView";
import type { EditOp, EditorState, EpisodeEditor } from "./editor";
import { FinishDialog } from "./FinishDialog";
import { GoalCard } from "./GoalCard";
import { LivePhone } from "./LivePhone";
import { RetargetDialog } from "./RetargetDialog";
import { SaveMark } from "./SaveMark";
import { StepList } from "./StepList";
import { useEnding } from "./useEnding";
import classes from "./workbench.module.css";

interface Props {
  editor: EpisodeEditor;
  state: EditorState;
  episode: EpisodeDetail;
}

export function Workbench({ editor, state, episode }: Props) {
  const [selected, setSelected] = useState<string | null>(null);
  const [retargeting, setRetargeting] = useState<Step | null>(null);
  const [finishing, setFinishing] = useState(false);
  const queue = useQueue();
  const claim = queue.data?.mine?.episode === episode.id ? queue.data.mine : null;
  useClaimHeartbeat(claim);
  const ending = useEnding(editor, episode, claim);

  const recording = episode.state === "recording";
  const live = recording || episode.state === "preparing" || episode.saving === true;
  // A recording that was cut off has no outcome yet: it is finished before it is submitted.
  const finishable = recording || (episode.state === "draft" && !episode.outcome);
  const editable = episode.permissions.edit;
  const ended = ["submitted", "accepted", "rejected", "discarded", "failed"].includes(
    episode.state,
  );
  // Recording, the newest step is the one at hand; afterwards one reads from the beginning.
  const byDefault = live ? episode.steps.at(-1) : episode.steps[0];
  const step = episode.steps.find(({ id }) => id === selected) ?? byDefault ?? null;
  const index = step ? episode.steps.indexOf(step) : -1;

  const run = (change: Promise<void>) => change.catch(toast.error);
  const edit = (op: EditOp) => run(editor.edit(op));
  const commands = {
    remove: ({ id }: Step) => {
      // The place in the list is kept: deleting several in a row is one key.
      const next = episode.steps[index + 1] ?? episode.steps[index - 1];
      if (id === step?.id) setSelected(next?.id ?? null);
      void edit({ op: "delete", step: id });
    },
    merge: ({ id }: Step) => {
      const before = episode.steps[episode.steps.findIndex((other) => other.id === id) - 1];
      if (before) setSelected(before.id);
      void edit({ op: "merge", step: id });
    },
    retarget: (target: Step) => setRetargeting(target),
  };
  const undo = () => run(editor.undo());
  const redo = () => run(editor.redo());
  const select = (offset: number) => {
    const next = episode.steps[Math.min(Math.max(index + offset, 0), episode.steps.length - 1)];
    if (next) setSelected(next.id);
  };
  const focusText = (field: string) => {
    if (!step) return;
    setSelected(step.id);
    document
      .querySelector<HTMLTextAreaElement>(`[data-step="${step.id}"] [data-field="${field}"]`)
      ?.focus();
  };
  const canUndo = editable && episode.revision?.can_undo === true && !state.busy;
  const canRedo = editable && episode.revision?.can_redo === true && !state.busy;
  const noStep = !editable || !step;
  usePhoneShortcuts(recording);
  useShortcuts("Demonstration", [
    { keys: ["j", "ArrowDown"], label: "Next step", run: () => select(1) },
    { keys: ["k", "ArrowUp"], label: "Step before", run: () => select(-1) },
    { keys: "t", label: "Write the thought", run: () => focusText("thought"), disabled: noStep },
    {
      keys: "i",
      label: "Write the instruction",
      run: () => focusText("instruction"),
      disabled: noStep,
    },
    {
      keys: "Delete",
      label: "Delete the step",
      run: () => step && commands.remove(step),
      disabled: noStep || state.busy,
    },
    {
      keys: "m",
      label: "Merge with the step before",
      run: () => step && commands.merge(step),
      disabled: noStep || state.busy || index < 1,
    },
    {
      keys: "r",
      label: "Point elsewhere",
      run: () => step && commands.retarget(step),
      disabled: noStep || state.busy || !step?.screenshot,
    },
    { keys: ["u", "mod+z"], label: "Undo", run: undo, disabled: !canUndo },
    { keys: "mod+y", label: "Redo", run: redo, disabled: !canRedo },
    {
      keys: "f",
      label: "Finish the recording",
      run: () => setFinishing(true),
      disabled: !finishable,
    },
  ]);

  return (
    <Page
      title={`Demonstration: ${episode.goal || "free task"}`}
      heading={
        <Group gap="sm" component="span">
          Demonstration
          <StateBadge episode={episode} />
        </Group>
      }
      actions={
        <>
          {editable && <SaveMark save={state.save} revision={episode.revision?.number} />}
          {editable && (
            <>
              <HeadTool label="Undo (U)" run={undo} disabled={!canUndo}>
                <IconArrowBackUp size={18} stroke={1.7} />
              </HeadTool>
              <HeadTool label="Redo (Ctrl Y)" run={redo} disabled={!canRedo}>
                <IconArrowForwardUp size={18} stroke={1.7} />
              </HeadTool>
            </>
          )}
          {episode.state === "draft" && (
            <Button
              variant="default"
              loading={ending.busy}
              disabled={episode.saving}
              onClick={ending.resume}
            >
              Continue recording
            </Button>
          )}
          {finishable && <Button onClick={() => setFinishing(true)}>Finish…</Button>}
          {episode.permissions.submit && !finishable && (
            <Button loading={ending.busy || episode.saving} onClick={ending.submit}>
              Submit
            </Button>
          )}
          {ended && (
            <Button variant="default" component={Link} to={`/episodes/${episode.id}`}>
              Open the trace
            </Button>
          )}
          {episode.permissions.discard && (
            <Menu position="bottom-end" shadow="md" width={220}>
              <Menu.Target>
                <ActionIcon variant="default" size={36} aria-label="More">
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {claim && recording && (
                  <Menu.Item
                    leftSection={<IconDeviceMobileX size={16} />}
                    onClick={ending.phoneBroken}
                  >
                    The phone is broken…
                  </Menu.Item>
                )}
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  onClick={ending.discard}
                >
                  Discard…
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </>
      }
    >
      <div className={classes.layout}>
        {live ? (
          // Storing needs a socket of its own: the recording's ends with the recording.
          <LivePhone
            key={episode.saving ? "storing" : "recording"}
            episode={episode}
            editor={editor}
          />
        ) : (
          <div className={classes.still}>{step && <ScreenView step={step} />}</div>
        )}
        <div className={classes.right}>
          <GoalCard episode={episode} />
          <Notice episode={episode} />
          <StepList
            editor={editor}
            state={state}
            editable={editable}
            recording={live}
            current={live && selected === null ? null : (step?.id ?? null)}
            chosen={selected}
            onSelect={setSelected}
            {...commands}
          />
        </div>
      </div>
      {finishing && (
        <FinishDialog
          busy={ending.busy}
          onClose={() => setFinishing(false)}
          onFinish={async (outcome, answer) => {
            if (await ending.finish(outcome, answer)) setFinishing(false);
          }}
        />
      )}
      {retargeting && (
        <RetargetDialog
          step={retargeting}
          onClose={() => setRetargeting(null)}
          onDone={(where) => {
            setRetargeting(null);
            void edit({ op: "retarget", step: retargeting.id, ...where });
          }}
        />
      )}
    </Page>
  );
}

/** What the person should know about the state the demonstration is in. */
function Notice({ episode }: { episode: EpisodeDetail }) {
  switch (episode.state) {
    case "recording":
      return (
        episode.phone_restarted_at && (
          <Alert color="orange" radius="lg" py="xs" title="The phone restarted">
            It no longer stands as you left it <Time at={episode.phone_restarted_at} />. What you
            recorded is kept: go on from here, finish, or discard it and start anew.
          </Alert>
        )
      );
    case "draft":
      return (
        <Alert color="blue" radius="lg" py="xs">
          {episode.saving
            ? "The recording is being stored. You can write meanwhile, and submit in a moment."
            : episode.outcome
              ? "The recording has ended. Check the steps and the texts, then submit."
              : "The recording stopped while you were away. Continue where you left it, or finish."}
        </Alert>
      );
    case "sent_back":
      return (
        <Alert color="orange" radius="lg" title="Sent back: please look at this again">
          <ReviewList reviews={episode.reviews} />
        </Alert>
      );
    case "submitted":
      return (
        <Alert color="green" radius="lg" py="xs">
          Submitted. Somebody else reviews it now.
        </Alert>
      );
    case "accepted":
      return (
        <Alert color="green" radius="lg" py="xs">
          Accepted: it can only be read from now on.
        </Alert>
      );
    case "rejected":
      return (
        <Alert color="red" radius="lg" title="Rejected">
          <ReviewList reviews={episode.reviews} />
        </Alert>
      );
    case "failed":
    case "discarded":
      return (
        <Alert color="gray" radius="lg" py="xs">
          {episode.state === "failed" ? "The recording failed" : "Discarded"}
          {episode.reason ? `: ${episode.reason}` : "."}
        </Alert>
      );
    default:
      return null;
  }
}

interface HeadToolProps {
  label: string;
  run: () => void;
  disabled: boolean;
  children: React.ReactNode;
}

function HeadTool({ label, run, disabled, children }: HeadToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} disabled={disabled} onClick={run}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
