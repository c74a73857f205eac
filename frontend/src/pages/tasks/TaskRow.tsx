import { Badge, Button, Group, Text, Tooltip } from "@mantine/core";
import type { Task } from "../../api/types";
import { TaskFacts } from "../../demonstrate/TaskFacts";
import classes from "./tasks.module.css";

interface Props {
  task: Task;
  /** I hold another task already. */
  blocked: boolean;
  busy: boolean;
  onClaim: () => void;
}

export function TaskRow({ task, blocked, busy, onClaim }: Props) {
  const reason = blocked ? "Finish or give back the task you hold first." : null;
  return (
    <div className={classes.row}>
      <div className={classes.goal}>
        <Text fw={550}>{task.goal}</Text>
        {task.goal_zh && (
          <Text size="sm" c="dimmed" lang="zh">
            {task.goal_zh}
          </Text>
        )}
        <TaskFacts task={task} mt={6} />
      </div>
      <Group gap="md" wrap="nowrap" className={classes.claim}>
        <div className={classes.progress}>
          <Text size="sm" className="pb-numbers">
            {task.done} of {task.wanted} done
          </Text>
          {task.held > 0 && (
            <Text size="xs" c="dimmed" className="pb-numbers">
              {task.held} held now
            </Text>
          )}
          {task.infeasible_reports > 0 && (
            <Badge color="orange" mt={2}>
              {task.infeasible_reports} × infeasible
            </Badge>
          )}
        </div>
        {task.available ? (
          <Tooltip label={reason} disabled={!reason}>
            <Button
              variant="default"
              data-disabled={reason !== null || undefined}
              aria-disabled={reason !== null}
              loading={busy}
              onClick={() => reason === null && onClaim()}
              aria-label={`Claim: ${task.goal}`}
            >
              Claim
            </Button>
          </Tooltip>
        ) : (
          <Text size="sm" c="dimmed" className={classes.why}>
            {task.why_not}
          </Text>
        )}
      </Group>
    </div>
  );
}
