import { Badge, Tooltip } from "@mantine/core";
import {
  IconBattery1,
  IconBattery2,
  IconBattery3,
  IconBattery4,
  IconBatteryCharging,
} from "@tabler/icons-react";
import type { Device } from "../api/types";
import { STATE_WORDS } from "./devices";

const COLORS: Record<Device["state"], string> = {
  online: "green",
  offline: "gray",
  unauthorized: "orange",
  frozen: "orange",
  gone: "gray",
  maintenance: "yellow",
};

export function StateBadge({ device }: { device: Device }) {
  const hostDown = device.host !== null && !device.host.online;
  return (
    <Badge color={hostDown ? "gray" : COLORS[device.state]}>
      {hostDown ? "Host offline" : STATE_WORDS[device.state]}
    </Badge>
  );
}

export function HolderBadge({ device }: { device: Device }) {
  const { lease } = device;
  if (!lease) return null;
  const who = lease.mine ? "you" : lease.holder.name || lease.holder.username;
  return <Badge color={lease.mine ? "pine" : "blue"}>In use by {who}</Badge>;
}

export function Battery({ battery }: { battery: Device["battery"] }) {
  if (!battery) return null;
  const { level, charging } = battery;
  const Icon = charging
    ? IconBatteryCharging
    : level > 75
      ? IconBattery4
      : level > 50
        ? IconBattery3
        : level > 20
          ? IconBattery2
          : IconBattery1;
  const low = level <= 15 && !charging;
  return (
    <Tooltip label={charging ? "Charging" : "On battery"}>
      <span
        className="pb-numbers"
        style={{
          display: "inline-flex",
          alignItems: "center",
          gap: 3,
          color: low ? "var(--mantine-color-error)" : "var(--mantine-color-dimmed)",
          fontSize: "var(--mantine-font-size-xs)",
          whiteSpace: "nowrap",
        }}
      >
        <Icon size={16} stroke={1.6} aria-hidden />
        {Math.round(level)} %
      </span>
    </Tooltip>
  );
}
