import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, ok } from "../../api/client";
import type { Device, Lease } from "../../api/types";
import { formatDuration, Time } from "../../shared/time";
import classes from "./phone.module.css";

const ENDS: Record<string, string> = {
  released: "given back",
  expired: "page closed",
  idle: "idle for too long",
  taken_over: "taken over",
};

function lasted(lease: Lease): number {
  const end = lease.ended_at ? new Date(lease.ended_at) : new Date();
  return (end.getTime() - new Date(lease.started_at).getTime()) / 1000;
}

/** Who had the phone, how long, and how it ended. */
export function LeaseHistory({ device }: { device: Device }) {
  const leases = useQuery({
    // A new or ended lease makes the list out of date.
    queryKey: ["devices", device.id, "leases", device.lease?.id ?? null],
    queryFn: () => ok(api.GET("/api/devices/{id}/leases", { params: { path: { id: device.id } } })),
  });
  const shown = (leases.data?.results ?? []).slice(0, 8);
  return (
    <section className={`pb-panel ${classes.card}`}>
      <Title order={2} size="h3" className={classes.cardTitle}>
        Who used it
      </Title>
      {leases.error && (
        <Text size="sm" c="var(--mantine-color-error)">
          {leases.error.message}
        </Text>
      )}
      {leases.isSuccess && shown.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody yet.
        </Text>
      )}
      <ul className={classes.history}>
        {shown.map((lease) => (
          <li key={lease.id}>
            <div>
              {lease.holder.name || lease.holder.username}
              <Text span size="sm" c="dimmed">
                {" "}
                · <Time at={lease.started_at} />
              </Text>
            </div>
            <Text size="xs" c="dimmed">
              {lease.ended_at
                ? `${formatDuration(lasted(lease))}, ${ENDS[lease.end] ?? lease.end}`
                : "Now"}
              {lease.end_reason && lease.end === "taken_over" ? `: ${lease.end_reason}` : ""}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
