import { Button, Group, Kbd, Table, Text, VisuallyHidden } from "@mantine/core";
import { IconArrowBackUp, IconChecklist, IconPlayerPlay } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import type { GradeLine, GradingQueue } from "../../api/types";
import { claimGrade, takeBackGrade, useGradingQueue, useMyGrades } from "../../grading/queries";
import { SuccessBadge } from "../../grading/SuccessBadge";
import { useInvalidate } from "../../shared/invalidate";
import { Page } from "../../shared/Page";
import { useShortcuts } from "../../shared/shortcuts";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { formatDuration, Time } from "../../shared/time";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import classes from "./grading.module.css";

/** Where an evaluator begins: what is left, one's own pace, and the grades just given. */
export default function Grading() {
  const queue = useGradingQueue();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const start = useAction({
    mutationFn: claimGrade,
    onSuccess: (sheet) => navigate(`/grading/${sheet.id}`),
    onError: (error) => {
      void invalidate("grading");
      toast.error(error);
    },
  });
  const ready = Boolean(
    queue.data && (queue.data.left > 0 || queue.data.training > 0 || queue.data.open),
  );
  useShortcuts("Grading", [
    { keys: "Enter", label: "Start or go on", run: () => start.mutate(), disabled: !ready },
  ]);

  return (
    <Page
      title="Grading"
      description="You see what happened on the phone, never who did it."
      actions={
        ready && (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            rightSection={<Kbd size="xs">Enter</Kbd>}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {queue.data?.open ? "Go on grading" : "Start grading"}
          </Button>
        )
      }
    >
      {queue.error && !queue.data ? (
        <ErrorState error={queue.error} retry={queue.refetch} />
      ) : !queue.data ? (
        <LoadingRows rows={1} height={92} />
      ) : (
        <>
          <Numbers queue={queue.data} />
          {!ready && (
            <div className="pb-panel" style={{ marginTop: 16 }}>
              <EmptyState icon={IconChecklist} title="Nothing is left for you right now">
                {waiting(queue.data)}
              </EmptyState>
            </div>
          )}
        </>
      )}
      <Recent />
    </Page>
  );
}

function waiting({ held_by_others, oldest_frees_in_s }: GradingQueue): string {
  if (held_by_others === 0) return "New runs appear here as soon as agents have finished them.";
  const held = held_by_others === 1 ? "One run is" : `${held_by_others} runs are`;
  return `${held} with others; the oldest is free again in ${formatDuration(oldest_frees_in_s ?? 0)} at the latest.`;
}

function Numbers({ queue }: { queue: GradingQueue }) {
  const numbers = [
    { label: "left for you", value: queue.left },
    ...(queue.training > 0 ? [{ label: "training items first", value: queue.training }] : []),
    { label: "with others now", value: queue.held_by_others },
    { label: "graded today", value: queue.done_today },
    { label: "graded in all", value: queue.done },
    { label: "your median, seen by you alone", value: formatDuration(queue.median_s) },
  ];
  return (
    <dl className={`pb-panel ${classes.numbers}`}>
      {numbers.map(({ label, value }) => (
        <div key={label}>
          <dd className="pb-numbers">{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}

function Recent() {
  const grades = useMyGrades();
  if (!grades.data || grades.data.results.length === 0) return null;
  return (
    <section aria-labelledby="recent" style={{ marginTop: 28 }}>
      <Text component="h2" id="recent" fw={600} mb="xs">
        Your latest grades
      </Text>
      <div className="pb-panel" style={{ overflowX: "auto", position: "relative" }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {["Task", "Campaign", "Your answer", "Took", "When", ""].map((label) => (
                <Table.Th key={label}>{label || <VisuallyHidden>Undo</VisuallyHidden>}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {grades.data.results.map((grade) => (
              <Line key={grade.id} grade={grade} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

const STATES: Record<string, string> = {
  open: "Not submitted yet",
  released: "Given back",
  expired: "Ran out; kept for when you come back",
};

function Line({ grade }: { grade: GradeLine }) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const undo = useAction({
    mutationFn: () => takeBackGrade(grade.id),
    onSuccess: (sheet) => {
      void invalidate("grades", "grading", "grade");
      navigate(`/grading/${sheet.id}`);
    },
    onError: toast.error,
  });
  const undoable = grade.undo_until !== null && Date.parse(grade.undo_until) > Date.now();
  return (
    <Table.Tr>
      <Table.Td className={classes.goal}>{grade.goal}</Table.Td>
      <Table.Td>{grade.campaign}</Table.Td>
      <Table.Td>
        {grade.state === "submitted" ? (
          <SuccessBadge success={grade.success} />
        ) : (
          <Text size="sm" c="dimmed">
            {STATES[grade.state]}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="pb-numbers">{formatDuration(grade.seconds)}</Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>
        <Time at={grade.submitted_at ?? grade.claimed_at} />
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {undoable && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowBackUp size={14} />}
              loading={undo.isPending}
              onClick={() => undo.mutate()}
            >
              Take back
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
