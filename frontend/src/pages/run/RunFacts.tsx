import { Anchor, Title } from "@mantine/core";
import { Link } from "react-router";
import type { RunDetail, Turn } from "../../api/types";
import { Time } from "../../shared/time";
import classes from "./run.module.css";

const CLAIMS = new Map<boolean | null | undefined, string>([
  [true, "It says that it is done"],
  [false, "It says that it cannot"],
]);

export function RunFacts({ run, turns }: { run: RunDetail; turns: Turn[] }) {
  const tokens = turns.reduce(
    (sum, turn) => sum + (turn.tokens_in ?? 0) + (turn.tokens_out ?? 0),
    0,
  );
  const thinking = turns.reduce((sum, turn) => sum + (turn.latency_ms ?? 0), 0) / 1000;
  return (
    <section className={`pb-panel ${classes.card}`}>
      <Title order={2} size="h3" className={classes.cardTitle}>
        About this run
      </Title>
      <dl className={classes.facts}>
        <dt>Task</dt>
        <dd>{run.task.key}</dd>
        <dt>Steps</dt>
        <dd className="pb-numbers">
          {run.n_steps} of at most {run.step_limit}
        </dd>
        {run.loops > 0 && (
          <>
            <dt>Loops</dt>
            <dd className="pb-numbers">{run.loops}</dd>
          </>
        )}
        <dt>Thinking</dt>
        <dd className="pb-numbers">{thinking.toFixed(1)} s</dd>
        {tokens > 0 && (
          <>
            <dt>Tokens</dt>
            <dd className="pb-numbers">{tokens.toLocaleString("en")}</dd>
          </>
        )}
        <dt>Seed</dt>
        <dd className="pb-numbers">{run.seed}</dd>
        {run.trial > 1 && (
          <>
            <dt>Trial</dt>
            <dd>{run.trial}, after trouble with phone or endpoint</dd>
          </>
        )}
        {CLAIMS.has(run.claimed) && (
          <>
            <dt>Claim</dt>
            <dd>{CLAIMS.get(run.claimed)}</dd>
          </>
        )}
        {run.answer && (
          <>
            <dt>Answer</dt>
            <dd>{run.answer}</dd>
          </>
        )}
        {run.held_by && (
          <>
            <dt>Held by</dt>
            <dd>{run.held_by.name || run.held_by.username}</dd>
          </>
        )}
        <dt>Began</dt>
        <dd>
          <Time at={run.started_at ?? run.created_at} />
        </dd>
        {run.episode && (
          <>
            <dt>Episode</dt>
            <dd>
              <Anchor component={Link} to={`/episodes/${run.episode}`} size="sm">
                Every step
              </Anchor>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
