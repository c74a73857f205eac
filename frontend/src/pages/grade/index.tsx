import { Alert, Badge, Button, Group, Kbd, Text } from "@mantine/core";
import { IconArrowRight, IconMovie } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import type { AnswerKind, BlindStep, GradeSheet, Step } from "../../api/types";
import { ANSWERS, ENDED, SIDE_EFFECTS, successOf } from "../../grading/labels";
import { claimGrade, takeBackGrade, useGrade, useGradingQueue } from "../../grading/queries";
import { SuccessBadge } from "../../grading/SuccessBadge";
import { useInvalidate } from "../../shared/invalidate";
import { Page } from "../../shared/Page";
import { useShortcuts } from "../../shared/shortcuts";
import { ErrorState, LoadingRows } from "../../shared/states";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { Filmstrip } from "../../trace/Filmstrip";
import { ScreenView } from "../../trace/ScreenView";
import { Criteria } from "./Criteria";
import classes from "./grade.module.css";
import { useDraft } from "./useDraft";
import { Verdict } from "./Verdict";

/** One run to grade; the key makes a fresh page of each, so nothing is carried over. */
export default function GradePage() {
  const { id = "" } = useParams();
  const query = useGrade(id);
  if (query.error && !query.data) {
    return (
      <Page title="Grade">
        <ErrorState error={query.error} retry={query.refetch} />
      </Page>
    );
  }
  if (!query.data) {
    return (
      <Page title="Grade">
        <LoadingRows rows={4} height={120} />
      </Page>
    );
  }
  const { state, version } = query.data;
  return <Sheet key={`${id}/${state}/${version}`} sheet={query.data} />;
}

/** The trace's own drawings, of steps that tell no times and no thoughts. */
function asStep(step: BlindStep): Step {
  const blank = {
    at: "",
    duration_ms: 0,
    tree: null,
    foreground: null,
    thought: "",
    instruction: "",
  };
  const plain = { secret: false, edited: false, tree_stale: false, flag: "" };
  return { ...blank, ...plain, ...step, id: String(step.index), seq: step.index };
}

const KINDS: Record<string, string> = {
  training: "Training",
  adjudication: "Two grades differ: you decide",
};

function Sheet({ sheet }: { sheet: GradeSheet }) {
  const [index, setIndex] = useState(0);
  const [criterion, setCriterion] = useState(0);
  const [film, setFilm] = useState(false);
  const [showAction, setShowAction] = useState(true);
  const note = useRef<HTMLTextAreaElement>(null);
  const failure = useRef<HTMLInputElement>(null);
  const { draft, change, save, submit, saved, trouble } = useDraft(sheet);
  const queue = useGradingQueue(sheet.kind !== "adjudication");
  const navigate = useNavigate();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const steps = sheet.steps.map(asStep);
  const step = steps[index];
  const success = successOf(sheet.criteria, draft.answers);
  const open = sheet.state === "open" && trouble === null;

  useEffect(() => {
    for (const near of [sheet.steps[index + 1], sheet.steps[index - 1]]) {
      if (near?.screenshot) new Image().src = near.screenshot;
    }
  }, [sheet.steps, index]);

  const next = useAction({
    mutationFn: claimGrade,
    onSuccess: (claimed) => {
      client.setQueryData(["grade", claimed.id], claimed);
      void invalidate("grading", "grades");
      navigate(`/grading/${claimed.id}`, { replace: true });
    },
    onError: (error) => {
      void invalidate("grading", "grades");
      if (!(error instanceof ApiError && error.code === "queue_empty")) toast.error(error);
      navigate("/grading", { replace: true });
    },
  });

  const handIn = useAction({
    mutationFn: submit,
    onSuccess: (done) => {
      if (done.kind === "training") {
        client.setQueryData(["grade", done.id], done);
        return;
      }
      // This page goes; who comes back to it reads it anew.
      void client.invalidateQueries({ queryKey: ["grade", done.id], refetchType: "none" });
      toast.done("Submitted. You can take it back for five minutes (Z).");
      if (done.kind === "adjudication" && queue.data === undefined) navigate(-1);
      else next.mutate();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== "incomplete") toast.error(error);
    },
  });

  const undo = useAction({
    mutationFn: async () => {
      const lines = (await ok(api.GET("/api/grades", { params: { query: { page_size: 5 } } })))
        .results;
      const last = lines.find(
        (line) => line.undo_until !== null && Date.parse(line.undo_until) > Date.now(),
      );
      if (!last) throw new Error("There is no grade that can still be taken back.");
      const begun = lines.find((line) => line.state === "open" && line.id !== last.id);
      if (begun) {
        if (begun.id === sheet.id) await save();
        await ok(api.POST("/api/grades/{id}/release", { params: { path: { id: begun.id } } }));
      }
      return takeBackGrade(last.id);
    },
    onSuccess: (sheetAgain) => {
      client.setQueryData(["grade", sheetAgain.id], sheetAgain);
      void invalidate("grading", "grades");
      navigate(`/grading/${sheetAgain.id}`, { replace: true });
    },
    onError: toast.error,
  });

  const wrong =
    handIn.error instanceof ApiError && handIn.error.code === "incomplete"
      ? handIn.error.fields
      : {};

  function go(to: number) {
    setIndex(Math.max(0, Math.min(steps.length - 1, to)));
  }

  function answer(at: number, given: AnswerKind) {
    const { id } = sheet.criteria[at] as GradeSheet["criteria"][number];
    change((old) => ({
      answers: { ...old.answers, [id]: { step: old.answers[id]?.step ?? null, answer: given } },
    }));
    setCriterion(Math.min(at + 1, sheet.criteria.length - 1));
  }

  function attach(at: number, to: number | null) {
    const { id } = sheet.criteria[at] as GradeSheet["criteria"][number];
    const given = draft.answers[id];
    if (given) change((old) => ({ answers: { ...old.answers, [id]: { ...given, step: to } } }));
    else toast.warn("Answer first", "A step is attached to an answer: y, n or t.");
  }

  function cycle(values: string[], now: string): string {
    return values[(values.indexOf(now) + 1) % values.length] as string;
  }

  const more = () => (sheet.state === "submitted" ? next.mutate() : handIn.mutate());
  const last = sheet.criteria.length - 1;
  useShortcuts("Steps", [
    { keys: ["j", "ArrowRight"], label: "Next step", run: () => go(index + 1) },
    { keys: ["k", "ArrowLeft"], label: "Previous step", run: () => go(index - 1) },
    { keys: "Home", label: "First step", run: () => go(0) },
    { keys: "End", label: "Last step", run: () => go(steps.length - 1) },
    { keys: "o", label: "Show or hide the action", run: () => setShowAction((on) => !on) },
    { keys: "v", label: "Film", run: () => setFilm((on) => !on), disabled: !sheet.film },
  ]);
  useShortcuts("Grade", [
    {
      keys: "ArrowDown",
      label: "Next criterion",
      run: () => setCriterion(Math.min(criterion + 1, last)),
    },
    {
      keys: "ArrowUp",
      label: "Previous criterion",
      run: () => setCriterion(Math.max(criterion - 1, 0)),
    },
    ...Object.entries(ANSWERS).map(([value, { label, key }]) => ({
      keys: key,
      label: `${label}, and on to the next criterion`,
      run: () => answer(criterion, value as AnswerKind),
      disabled: !open,
    })),
    ...sheet.criteria.slice(0, 9).map((_, i) => ({
      keys: String(i + 1),
      label: `Criterion ${i + 1}`,
      run: () => setCriterion(i),
    })),
    {
      keys: "s",
      label: "This step shows the criterion answered last",
      run: () => attach(lastAnswered(criterion), index),
      disabled: !open,
    },
    {
      keys: "e",
      label: "Side effects: none, reversible, harmful",
      run: () => change({ side_effects: cycle(Object.keys(SIDE_EFFECTS), draft.side_effects) }),
      disabled: !open,
    },
    {
      keys: "c",
      label: "How sure: unsure, fairly sure, sure",
      run: () => change({ confidence: ((draft.confidence ?? 0) % 3) + 1 }),
      disabled: !open,
    },
    {
      keys: "l",
      label: "It went round in circles",
      run: () => change({ looped: !draft.looped }),
      disabled: !open,
    },
    {
      keys: "f",
      label: "What went wrong",
      run: () => failure.current?.focus(),
      disabled: !open || success !== false,
    },
    {
      keys: "w",
      label: "The first wrong step is this one",
      run: () => change({ first_wrong_step: index }),
      disabled: !open || success !== false,
    },
    { keys: "m", label: "Note (Esc leaves it)", run: () => note.current?.focus(), disabled: !open },
    { keys: ["mod+Enter", "Enter"], label: "Submit and open the next", run: more },
    { keys: ["z", "mod+z"], label: "Take the last grade back", run: () => undo.mutate() },
  ]);

  /** The criterion a step belongs to: the current one if it is answered, else the one answered just before. */
  function lastAnswered(at: number): number {
    const answered = (n: number) => sheet.criteria[n] && draft.answers[sheet.criteria[n].id];
    return answered(at) || at === 0 ? at : at - 1;
  }

  return (
    <Page
      title={`Grade: ${sheet.task.goal}`}
      heading={sheet.task.goal}
      description={
        <Group gap={8}>
          {KINDS[sheet.kind] && <Badge color="orange">{KINDS[sheet.kind]}</Badge>}
          {sheet.task.goal_zh && <span lang="zh">{sheet.task.goal_zh}</span>}
          <span>
            {sheet.campaign} · {sheet.task.apps.join(", ")}
          </span>
        </Group>
      }
      actions={
        queue.data && (
          <Text size="sm" c="dimmed" ta="right">
            {queue.data.left} left for you
            {queue.data.held_by_others > 0 && `, ${queue.data.held_by_others} with others`}
          </Text>
        )
      }
    >
      {trouble && (
        <Alert color="orange" mb="md" title="This page cannot save any more">
          <Group>
            <span>{trouble.message}</span>
            <Button size="xs" variant="default" onClick={() => void invalidate("grade")}>
              Load it again
            </Button>
          </Group>
        </Alert>
      )}
      {steps.length > 0 && (
        <div className="pb-panel" style={{ padding: "8px 8px 0", marginBottom: 16 }}>
          <Filmstrip steps={steps} index={index} onIndex={go} />
        </div>
      )}
      <div
        className={classes.stage}
        style={{ "--ratio": step ? step.width / step.height : 0.45 } as React.CSSProperties}
      >
        <div className={classes.screen}>
          <div className={classes.pictures}>
            {step && <ScreenView step={step} showAction={showAction} />}
            {film && sheet.film && (
              <video
                className={classes.film}
                src={sheet.film}
                controls
                muted
                autoPlay
                playsInline
                data-owns-keys
                aria-label="Film of the run"
              />
            )}
          </div>
          <Group gap="xs" mt="sm">
            <Text size="sm" c="dimmed" className="pb-numbers">
              {steps.length > 0
                ? `Step ${index + 1} of ${steps.length}`
                : "Nothing was done on the phone"}
            </Text>
            {sheet.film && (
              <Button
                size="compact-sm"
                variant={film ? "light" : "default"}
                leftSection={<IconMovie size={14} />}
                aria-pressed={film}
                onClick={() => setFilm((on) => !on)}
              >
                Film
              </Button>
            )}
          </Group>
        </div>
        <section className={`pb-panel ${classes.panel}`} aria-label="Your grade">
          <Text size="sm">
            <b>{ENDED[sheet.ending] ?? "It ended"}</b>
            {sheet.agent_answer && (
              <>
                {" "}
                and answered: <q style={{ overflowWrap: "anywhere" }}>{sheet.agent_answer}</q>
              </>
            )}
          </Text>
          {wrong.answers && <Alert color="red">{wrong.answers.join(" ")}</Alert>}
          <Criteria
            sheet={sheet}
            answers={draft.answers}
            current={criterion}
            onCurrent={setCriterion}
            onAnswer={answer}
            onAttach={attach}
            onStep={go}
            disabled={!open}
          />
          <Verdict
            sheet={sheet}
            draft={draft}
            success={success}
            change={change}
            wrong={wrong}
            disabled={!open}
            note={note}
            failure={failure}
          />
          {sheet.solution && (
            <Alert
              color={sheet.solution.success === sheet.success ? "green" : "orange"}
              title="The right answers"
            >
              {sheet.solution.explanation || "They stand beside yours above."}
            </Alert>
          )}
          <div className={classes.foot}>
            <Group gap="xs">
              <SuccessBadge success={success} />
              <Text size="xs" c="dimmed" role="status">
                {sheet.state !== "open"
                  ? "Submitted"
                  : saved === "saved"
                    ? "Saved"
                    : saved === "saving"
                      ? "Saving…"
                      : "Not saved yet"}
              </Text>
            </Group>
            <Button
              rightSection={<IconArrowRight size={16} />}
              loading={handIn.isPending || next.isPending}
              disabled={sheet.state === "open" ? !open : sheet.state !== "submitted"}
              onClick={more}
            >
              {sheet.state === "submitted" ? "Next" : "Submit and next"}{" "}
              <Kbd ml={8} size="xs">
                Enter
              </Kbd>
            </Button>
          </div>
        </section>
      </div>
    </Page>
  );
}
