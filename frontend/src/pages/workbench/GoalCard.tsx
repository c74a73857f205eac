import { Group, SegmentedControl, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { IconClock, IconListNumbers } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { EpisodeDetail } from "../../api/types";
import { isOutsideActionSpace } from "../../trace/actions";
import classes from "./workbench.module.css";

/** What to reach, in either language, with hints and how much of the limits is used up. */
export function GoalCard({ episode }: { episode: EpisodeDetail }) {
  const { task } = episode;
  const [language, setLanguage] = useLocalStorage<"en" | "zh">({
    key: "phonebuddy.goal-language",
    defaultValue: "en",
  });
  const [open, { toggle }] = useDisclosure(true);
  const chinese = language === "zh" && Boolean(task?.goal_zh);
  // What the action space has no action for is no step of an agent's either.
  const used = episode.steps.filter((step) => !isOutsideActionSpace(step)).length;
  const goal = chinese ? task?.goal_zh : task?.goal || episode.goal;
  return (
    <section className={`pb-panel ${classes.goal}`} aria-label="Goal">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
        <div className={classes.goalText} lang={chinese ? "zh" : undefined}>
          {goal || "A task of your own: do something worth showing. You describe it at the end."}
        </div>
        {task?.goal_zh && (
          <SegmentedControl
            size="xs"
            aria-label="Language of the goal"
            value={language}
            onChange={(value) => setLanguage(value as "en" | "zh")}
            data={[
              { value: "en", label: "EN" },
              { value: "zh", label: "中文" },
            ]}
          />
        )}
      </Group>
      {task?.hints && open && <div className={classes.hints}>{task.hints}</div>}
      <div className={classes.limits}>
        <Limit
          icon={<IconListNumbers size={16} stroke={1.6} />}
          used={used}
          limit={task?.step_limit}
          format={(n) => `${n}`}
          unit={used === 1 && !task ? " step" : " steps"}
        />
        {episode.state === "recording" && (
          <Clock
            startedAt={episode.started_at}
            paused={episode.paused_s}
            limit={task?.time_limit_s}
          />
        )}
        {task?.hints && (
          <UnstyledButton onClick={toggle} aria-expanded={open} fz="sm">
            <Text span c="var(--mantine-color-anchor)" size="sm">
              {open ? "Hide the hints" : "Show the hints"}
            </Text>
          </UnstyledButton>
        )}
      </div>
    </section>
  );
}

const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

interface ClockProps {
  startedAt: string | null;
  /** Seconds since then in which nobody recorded. */
  paused: number;
  limit: number | undefined;
}

function Clock({ startedAt, paused, limit }: ClockProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (!startedAt) return null;
  return (
    <Limit
      icon={<IconClock size={16} stroke={1.6} />}
      used={Math.max(0, (now - new Date(startedAt).getTime()) / 1000 - paused)}
      limit={limit}
      format={minutes}
      unit=""
    />
  );
}

interface LimitProps {
  icon: React.ReactNode;
  used: number;
  limit: number | undefined;
  format: (value: number) => string;
  unit: string;
}

function Limit({ icon, used, limit, format, unit }: LimitProps) {
  const share = limit ? used / limit : 0;
  return (
    <span
      className={`${classes.limit} pb-numbers`}
      data-near={(share >= 0.8 && share <= 1) || undefined}
      data-over={share > 1 || undefined}
    >
      {icon}
      {format(used)}
      {limit ? ` of ${format(limit)}` : ""}
      {unit}
      {share > 1 && ", over the limit"}
    </span>
  );
}
