import { Checkbox, Group, Input, SegmentedControl, Select, Text, Textarea } from "@mantine/core";
import type { RefObject } from "react";
import type { GradeSheet } from "../../api/types";
import { CONFIDENCE, FAILURES, SIDE_EFFECTS } from "../../grading/labels";
import classes from "./grade.module.css";
import type { Draft } from "./useDraft";

interface Props {
  sheet: GradeSheet;
  draft: Draft;
  success: boolean | null;
  change: (part: Partial<Draft>) => void;
  wrong: Record<string, string[]>;
  disabled: boolean;
  note: RefObject<HTMLTextAreaElement | null>;
  failure: RefObject<HTMLInputElement | null>;
}

const NOT_SAID = { value: "", label: "–", disabled: true };

function choices(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** Everything beside the criteria: harm, loops, what went wrong and where, how sure, a note. */
export function Verdict({ sheet, draft, success, change, wrong, disabled, note, failure }: Props) {
  return (
    <>
      <div className={classes.rest}>
        <Input.Wrapper label="Side effects (E)" error={wrong.side_effects?.[0]}>
          <SegmentedControl
            fullWidth
            mt={4}
            aria-label="Side effects"
            disabled={disabled}
            value={draft.side_effects}
            onChange={(side_effects) => change({ side_effects })}
            data={draft.side_effects ? choices(SIDE_EFFECTS) : [NOT_SAID, ...choices(SIDE_EFFECTS)]}
          />
        </Input.Wrapper>
        <Input.Wrapper label="How sure are you? (C)" error={wrong.confidence?.[0]}>
          <SegmentedControl
            fullWidth
            mt={4}
            aria-label="How sure are you?"
            disabled={disabled}
            value={draft.confidence ? String(draft.confidence) : ""}
            onChange={(value) => change({ confidence: Number(value) })}
            data={draft.confidence ? choices(CONFIDENCE) : [NOT_SAID, ...choices(CONFIDENCE)]}
          />
        </Input.Wrapper>
      </div>
      {success === false && (
        <div className={classes.rest}>
          <Select
            ref={failure}
            label="What went wrong? (F)"
            placeholder="Choose"
            searchable
            required
            disabled={disabled}
            error={wrong.failure?.[0]}
            value={draft.failure || null}
            onChange={(value) => {
              change({ failure: value ?? "" });
              // The keys are the page's again.
              setTimeout(() => failure.current?.blur(), 0);
            }}
            onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
            data={choices(FAILURES)}
          />
          <Select
            label="First wrong step (W: this one)"
            placeholder="None"
            clearable
            clearButtonProps={{ "aria-label": "No step" }}
            disabled={disabled}
            error={wrong.first_wrong_step?.[0]}
            value={draft.first_wrong_step === null ? null : String(draft.first_wrong_step)}
            onChange={(value) =>
              change({ first_wrong_step: value === null ? null : Number(value) })
            }
            data={sheet.steps.map((step) => ({
              value: String(step.index),
              label: `Step ${step.index + 1}`,
            }))}
          />
        </div>
      )}
      <Checkbox
        label="It went round in circles (L)"
        disabled={disabled}
        checked={draft.looped}
        onChange={(event) => change({ looped: event.currentTarget.checked })}
      />
      <Textarea
        ref={note}
        label="Note (M)"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        disabled={disabled}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
      {sheet.others.length > 0 && <Others sheet={sheet} />}
    </>
  );
}

/** What the two that differ wrote beside their answers, names hidden. */
function Others({ sheet }: { sheet: GradeSheet }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        The grades that differ
      </Text>
      {sheet.others.map((other, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no names here, and their order stays
        <Group key={n} gap={6} mt={4} wrap="nowrap" align="flex-start">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            <b>Grader {n + 1}</b>:{" "}
            {other.success === null ? "open" : other.success ? "success" : "failure"}
            {other.failure && `, ${FAILURES[other.failure]?.toLowerCase()}`}
            {other.first_wrong_step !== null &&
              `, first wrong at step ${other.first_wrong_step + 1}`}
            {other.confidence && `, ${CONFIDENCE[String(other.confidence)]?.toLowerCase()}`}
            {other.note && `. “${other.note}”`}
          </Text>
        </Group>
      ))}
    </div>
  );
}
