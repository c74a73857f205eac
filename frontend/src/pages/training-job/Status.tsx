import { Progress, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { formatDuration, Time } from "../../shared/time";
import { isOver, PHASES } from "../../training/labels";
import { about, ago, figure, SILENT_S } from "../../training/progress";
import type { Cost, JobDetail } from "../../training/types";
import classes from "./job.module.css";

/** How far it is, whether it lives, and what it has cost so far. */
export function Status({ job }: { job: JobDetail }) {
  const over = isOver(job.state);
  const share = job.of > 0 ? (100 * job.step) / job.of : 0;
  return (
    <section className={`pb-panel ${classes.status}`} aria-label="Status">
      <div>
        <Text size="sm" className="pb-numbers">
          {job.state === "queued" ? <Waits job={job} /> : <Steps job={job} />}
        </Text>
        <Progress
          value={share}
          mt={8}
          aria-label="Progress"
          animated={job.state === "running"}
          color={job.state === "failed" ? "red" : undefined}
        />
        <Text size="xs" c="dimmed" mt={8}>
          {over ? <Ended job={job} /> : job.state !== "queued" && <LastSign job={job} />}
        </Text>
      </div>
      <dl className={classes.costs} aria-label="Cost">
        {costs(job.cost).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="pb-numbers">{value}</dd>
          </div>
        ))}
        {job.success !== null && (
          <div>
            <dt>Success</dt>
            <dd className="pb-numbers">{figure(job.success, "share")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Waits({ job }: { job: JobDetail }) {
  return (
    <>
      Waits for a machine of the queue <b>{job.queue}</b>
      {job.step > 0 && <>, goes on from step {job.step}</>}
    </>
  );
}

function Steps({ job }: { job: JobDetail }) {
  const phase = PHASES[job.phase] ?? job.phase;
  return (
    <>
      Step <b>{job.step}</b>
      {job.of > 0 && <> of {job.of}</>}
      {job.state === "running" && (
        <>
          {phase && `, ${phase}`}
          {job.eta_s !== null && `, ${about(job.eta_s)} left`}
        </>
      )}
      {job.state === "stopping" && ", saves a checkpoint and stops"}
      {job.machine && !isOver(job.state) && (
        <Text span size="sm" c="dimmed">
          {" "}
          on {job.machine}
          {job.phones.length > 0 && `, with ${job.phones.map(({ name }) => name).join(", ")}`}
        </Text>
      )}
    </>
  );
}

function Ended({ job }: { job: JobDetail }) {
  const words = { done: "Done", stopped: "Stopped", failed: "Failed" }[job.state as "done"];
  return (
    <>
      {words} <Time at={job.ended_at} />
      {job.attempts > 1 && `, in ${job.attempts} attempts`}
    </>
  );
}

/** Counts on by itself between two answers of the server. */
function LastSign({ job }: { job: JobDetail }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (!job.heartbeat_at) return <>The trainer is being started</>;
  const silent = (now - Date.parse(job.heartbeat_at)) / 1000;
  return (
    <span className="pb-numbers">
      Last sign of life {ago(silent)}
      {silent > SILENT_S &&
        "; if it stays silent, the platform goes on from the last checkpoint by itself"}
    </span>
  );
}

/** Only what has cost something. */
function costs(cost: Cost): [string, string][] {
  const lines: [string, string][] = [["Time", formatDuration(cost.seconds)]];
  if (cost.gpu_s > 0) lines.push(["GPU", formatDuration(cost.gpu_s)]);
  if (cost.device_s > 0) lines.push(["Phones", formatDuration(cost.device_s)]);
  if (cost.judge_tokens > 0) lines.push(["Judge tokens", figure(cost.judge_tokens)]);
  return lines;
}
