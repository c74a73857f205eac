import { Badge, Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { IconDeviceMobileOff } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useDevices } from "../api/queries";
import type { Device, Task } from "../api/types";
import { kindLabel } from "../devices/devices";
import { EmptyState, ErrorState, LoadingRows } from "../shared/states";
import { type Start, useStartEpisode } from "./claims";
import classes from "./demonstrate.module.css";

interface Props {
  start: Start;
  kind: Task["device_kind"];
  onClose: () => void;
}

/** Why a phone cannot be taken, in plain words; null when it can. */
export function whyNot(device: Device, kind: Task["device_kind"]): string | null {
  if (device.state !== "online") return device.state_reason || device.state;
  if (device.host && !device.host.online) return "its host does not answer";
  if (kind !== "any" && device.kind !== kind) {
    return `this task needs a ${{ mock: "virtual", real: "real", "stand-in": "stand-in" }[kind]} phone`;
  }
  if (device.lease && !device.lease.mine) {
    return `in use by ${device.lease.holder.name || device.lease.holder.username}`;
  }
  return null;
}

/** Lists the phones, free ones first, and starts the demonstration on the chosen one. */
export function ChoosePhone({ start, kind, onClose }: Props) {
  const devices = useDevices();
  const begin = useStartEpisode();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);

  const phones = (devices.data ?? [])
    .map((device) => ({ device, problem: whyNot(device, kind) }))
    .sort(
      (a, b) =>
        Number(a.problem !== null) - Number(b.problem !== null) ||
        a.device.name.localeCompare(b.device.name),
    );
  const selected = chosen ?? phones.find((p) => p.problem === null)?.device.id ?? null;
  const usable = phones.some((p) => p.device.id === selected && p.problem === null);

  return (
    <Modal opened onClose={onClose} title="Choose a phone" size="md">
      <Stack>
        {devices.error && !devices.data ? (
          <ErrorState error={devices.error} retry={devices.refetch} />
        ) : devices.isPending ? (
          <LoadingRows rows={4} height={56} />
        ) : phones.length === 0 ? (
          <EmptyState icon={IconDeviceMobileOff} title="No phones">
            Plug one in, or start virtual ones. They appear here by themselves.
          </EmptyState>
        ) : (
          <Radio.Group value={selected} onChange={setChosen} aria-label="Phones">
            <Stack gap="xs">
              {phones.map(({ device, problem }) => (
                <Radio.Card
                  key={device.id}
                  value={device.id}
                  disabled={problem !== null}
                  className={classes.phone}
                  radius="md"
                >
                  <Group wrap="nowrap" gap="sm">
                    <Radio.Indicator disabled={problem !== null} />
                    <div style={{ flex: 1, minWidth: 0 }}>
                      <Text size="sm" fw={550} truncate>
                        {device.name}
                      </Text>
                      <Text size="xs" c="dimmed" truncate>
                        {problem ?? `${device.model}, Android ${device.android_version}`}
                      </Text>
                    </div>
                    <Badge color={device.kind === "mock" ? "violet" : "blue"}>
                      {kindLabel(device.kind)}
                    </Badge>
                  </Group>
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
        )}
        {begin.error && <ErrorState error={begin.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!usable}
            loading={begin.isPending}
            onClick={() =>
              selected &&
              begin.mutate(
                { ...start, device: selected },
                { onSuccess: (episode) => navigate(`/demonstrations/${episode.id}`) },
              )
            }
          >
            Start
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
