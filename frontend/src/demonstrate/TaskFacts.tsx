import { Badge, Group, type GroupProps, Text } from "@mantine/core";
import type { Task } from "../api/types";
import { formatDuration } from "../shared/time";

export const CATEGORIES: Record<Task["category"], { label: string; color: string }> = {
  app: { label: "One app", color: "blue" },
  mini_app: { label: "Mini app", color: "grape" },
  cross_app: { label: "Across apps", color: "orange" },
};

/** A task's frame in one line: where it plays, how hard it is, how long it may take. */
export function TaskFacts({ task, ...props }: { task: Task } & GroupProps) {
  const category = CATEGORIES[task.category];
  return (
    <Group gap={8} {...props}>
      {category && <Badge color={category.color}>{category.label}</Badge>}
      {task.apps.map((app) => (
        <Badge key={app} color="gray">
          {app.split(".").pop()}
        </Badge>
      ))}
      {task.device_kind !== "any" && (
        <Badge color={task.device_kind === "mock" ? "violet" : "blue"}>
          {{ mock: "Virtual phone", real: "Real phone", "stand-in": "Stand-in" }[task.device_kind]}
        </Badge>
      )}
      <Text size="xs" c="dimmed" className="pb-numbers">
        difficulty {task.difficulty} · up to {task.step_limit}{" "}
        {task.step_limit === 1 ? "step" : "steps"}, {formatDuration(task.time_limit_s)}
      </Text>
    </Group>
  );
}
