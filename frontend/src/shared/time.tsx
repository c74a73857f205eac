import { Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";
import { useOptionalUser } from "../app/session";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 minutes ago", "in 2 hours"; below a minute "just now". */
export function relativeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return seconds > 5 ? "in a moment" : "just now";
}

/** A full date in the person's time zone, the zone named. */
export function absoluteTime(at: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: timeZone || undefined,
  }).format(at);
}

/** 75 → "1 min 15 s". */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return "–";
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600)
    return whole % 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole / 60} min`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Relative time that keeps itself current; the exact moment stands in the tooltip. */
export function Time({ at }: { at: string | null | undefined }) {
  const user = useOptionalUser();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 20_000);
    return () => clearInterval(timer);
  }, []);
  if (!at) return <span>–</span>;
  const date = new Date(at);
  const zone = user?.time_zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Tooltip label={`${absoluteTime(date, zone)} (${zone})`}>
      <time dateTime={at} className="pb-numbers">
        {relativeTime(date, new Date())}
      </time>
    </Tooltip>
  );
}
