import { Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { Turn } from "../../api/types";
import { ActionIcon } from "../../trace/ActionIcon";
import { describeAction } from "../../trace/actions";
import classes from "./run.module.css";

/** What the agent thought and did, the newest at the foot and kept in sight. */
export function TurnList({ turns }: { turns: Turn[] }) {
  const list = useRef<HTMLOListElement>(null);
  const count = turns.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn is what moves the list
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  return (
    <section className={`pb-panel ${classes.turns}`}>
      <Title order={2} size="h3" className={classes.cardTitle}>
        What it thinks and does
      </Title>
      {count === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing yet.
        </Text>
      ) : (
        <ol ref={list} className={classes.list} aria-label="Turns">
          {turns.map((turn) => (
            <li key={turn.seq} className={turn.error ? classes.unread : undefined}>
              {turn.thought && <Text size="sm">{turn.thought}</Text>}
              {turn.action ? (
                <div className={classes.action}>
                  <ActionIcon action={turn.action} />
                  <span>{describeAction(turn.action, turn.screen?.element ?? null)}</span>
                </div>
              ) : (
                <Text size="sm" c="var(--mantine-color-error)">
                  Its answer could not be read: {turn.error}
                </Text>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
