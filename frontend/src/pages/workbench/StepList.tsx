import { ActionIcon, Button, Group, Textarea, Tooltip } from "@mantine/core";
import { IconArrowMerge, IconCurrentLocation, IconRoute, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Step } from "../../api/types";
import { EmptyState } from "../../shared/states";
import { shapeOf } from "../../trace/actions";
import { StepCard } from "../../trace/StepCard";
import type { TextField } from "./drafts";
import type { Conflict, EditorState, EpisodeEditor } from "./editor";
import classes from "./workbench.module.css";

export interface StepCommands {
  remove: (step: Step) => void;
  merge: (step: Step) => void;
  retarget: (step: Step) => void;
}

interface Props extends StepCommands {
  editor: EpisodeEditor;
  state: EditorState;
  editable: boolean;
  recording: boolean;
  /** The step that stands out, whether chosen or by default. */
  current: string | null;
  /** The step that the person chose: it is kept in view. */
  chosen: string | null;
  onSelect: (id: string) => void;
}

/** Far enough down that the person is following the recording. */
const FOLLOW_PX = 120;

export function StepList({ editor, state, current, chosen, ...rest }: Props) {
  const steps = state.episode?.steps ?? [];
  const list = useRef<HTMLOListElement>(null);
  const count = steps.length;

  // A new step scrolls into view, unless the person is reading or writing further up.
  const seen = useRef(0);
  useEffect(() => {
    const element = list.current;
    if (!element || count <= seen.current) {
      seen.current = count;
      return;
    }
    seen.current = count;
    const { scrollHeight, scrollTop, clientHeight } = element;
    const last = element.lastElementChild?.clientHeight ?? 0;
    const writing = element.contains(document.activeElement);
    if (!writing && scrollHeight - scrollTop - clientHeight < FOLLOW_PX + last) {
      element.scrollTo({ top: scrollHeight });
    }
  }, [count]);
  useEffect(() => {
    if (chosen) {
      list.current?.querySelector(`[data-step="${chosen}"]`)?.scrollIntoView({ block: "nearest" });
    }
  }, [chosen]);

  if (count === 0) {
    return (
      <div className={`pb-panel ${classes.steps}`}>
        <EmptyState icon={IconRoute} title="No steps yet">
          {rest.recording
            ? "Each thing you do on the phone becomes a step here."
            : "Nothing was recorded."}
        </EmptyState>
      </div>
    );
  }
  const conflict = state.save.is === "conflict" ? state.save.conflict : null;
  return (
    <ol ref={list} className={`pb-panel ${classes.steps}`} aria-label="Steps">
      {steps.map((step, index) => (
        <StepRow
          key={step.id}
          step={step}
          first={index === 0}
          current={step.id === current}
          editor={editor}
          conflict={conflict?.step === step.id ? conflict : null}
          busy={state.busy}
          {...rest}
        />
      ))}
    </ol>
  );
}

interface RowProps extends StepCommands {
  step: Step;
  first: boolean;
  current: boolean;
  editor: EpisodeEditor;
  conflict: Conflict | null;
  busy: boolean;
  editable: boolean;
  onSelect: (id: string) => void;
}

function StepRow({ step, first, current, editor, conflict, busy, editable, ...on }: RowProps) {
  const number = step.index + 1;
  const hasPoint = shapeOf(step.action).kind !== "none";
  return (
    <li
      className={classes.step}
      data-step={step.id}
      aria-current={current ? "step" : undefined}
      onPointerDown={() => on.onSelect(step.id)}
      onFocus={() => on.onSelect(step.id)}
    >
      <StepCard step={step}>
        <div className={classes.texts}>
          <StepText
            step={step}
            field="thought"
            label={`Thought before step ${number}`}
            placeholder="Thought: why this step?"
            editor={editor}
            editable={editable}
          />
          <StepText
            step={step}
            field="instruction"
            label={`Instruction for step ${number}`}
            placeholder="Instruction: what to do, in a few words"
            editor={editor}
            editable={editable}
          />
        </div>
        {conflict && <ConflictNote conflict={conflict} editor={editor} />}
      </StepCard>
      {editable && (
        <div className={classes.tools} role="toolbar" aria-label={`Edit step ${number}`}>
          {!first && (
            <RowTool label="Merge with the step before (M)" busy={busy} run={() => on.merge(step)}>
              <IconArrowMerge size={16} stroke={1.7} />
            </RowTool>
          )}
          {hasPoint && step.screenshot && (
            <RowTool label="Point elsewhere (R)" busy={busy} run={() => on.retarget(step)}>
              <IconCurrentLocation size={16} stroke={1.7} />
            </RowTool>
          )}
          <RowTool label="Delete (Del)" busy={busy} run={() => on.remove(step)}>
            <IconTrash size={16} stroke={1.7} />
          </RowTool>
        </div>
      )}
    </li>
  );
}

interface RowToolProps {
  label: string;
  busy: boolean;
  run: () => void;
  children: React.ReactNode;
}

function RowTool({ label, busy, run, children }: RowToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={label}
        disabled={busy}
        onClick={run}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

interface TextProps {
  step: Step;
  field: TextField;
  label: string;
  placeholder: string;
  editor: EpisodeEditor;
  editable: boolean;
}

function StepText({ step, field, label, placeholder, editor, editable }: TextProps) {
  const value = editor.text(step)[field];
  if (!editable && !value) return null;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") event.currentTarget.blur();
    // Ctrl Enter goes on with the same text of the next step: most people write down the column.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget
        .closest("li")
        ?.nextElementSibling?.querySelector<HTMLTextAreaElement>(`[data-field="${field}"]`)
        ?.focus();
    }
  }

  return (
    <Textarea
      aria-label={label}
      placeholder={placeholder}
      data-field={field}
      size="xs"
      autosize
      minRows={1}
      maxRows={8}
      maxLength={10_000}
      readOnly={!editable}
      classNames={{ input: classes.text }}
      value={value}
      onChange={(event) => editor.write(step, field, event.currentTarget.value)}
      onBlur={() => editor.retryNow()}
      onKeyDown={onKeyDown}
    />
  );
}

function ConflictNote({ conflict, editor }: { conflict: Conflict; editor: EpisodeEditor }) {
  const { thought, instruction } = conflict.theirs;
  return (
    <div className={classes.conflict} role="alert">
      This step was changed elsewhere meanwhile. There it says: “
      {[thought, instruction].filter(Boolean).join(" / ") || "nothing"}”
      <Group gap="xs" mt={6}>
        <Button size="compact-xs" onClick={() => editor.resolve(conflict, "mine")}>
          Keep mine
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => editor.resolve(conflict, "theirs")}
        >
          Take theirs
        </Button>
      </Group>
    </div>
  );
}
