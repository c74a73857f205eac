import { Group, Text, Title } from "@mantine/core";
import { IconDeviceMobileOff } from "@tabler/icons-react";
import { Link } from "react-router";
import { useDevices } from "../../api/queries";
import type { Device } from "../../api/types";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import classes from "./home.module.css";

/** "online", "busy" or "bad", and the words that go with it. */
function condition(device: Device): { dot: string; words: string } {
  if (device.state !== "online") return { dot: "bad", words: device.state_reason || device.state };
  if (device.lease) {
    const { holder, mine } = device.lease;
    return {
      dot: "busy",
      words: mine ? "In use by you" : `In use by ${holder.name || holder.username}`,
    };
  }
  return { dot: "online", words: "Free" };
}

export function PhonesPart() {
  const devices = useDevices();
  return (
    <section aria-label="Phones">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h2">
          Phones
        </Title>
        <Text component={Link} to="/phones" size="sm" c="var(--mantine-color-anchor)">
          All phones
        </Text>
      </Group>
      {devices.error && !devices.data ? (
        <ErrorState error={devices.error} retry={devices.refetch} />
      ) : !devices.data ? (
        <LoadingRows rows={2} height={64} />
      ) : devices.data.length === 0 ? (
        <div className="pb-panel">
          <EmptyState icon={IconDeviceMobileOff} title="No phones yet">
            Plug one in, or start virtual ones. They appear here by themselves.
          </EmptyState>
        </div>
      ) : (
        <div className={classes.phones}>
          {devices.data.map((device) => {
            const { dot, words } = condition(device);
            return (
              <Link
                key={device.id}
                to={`/phones/${device.id}`}
                className={`pb-panel ${classes.phone}`}
              >
                <Group gap={10} wrap="nowrap">
                  <span className={classes.dot} data-state={dot} />
                  <div style={{ minWidth: 0 }}>
                    <Text size="sm" fw={550} truncate>
                      {device.name}
                    </Text>
                    <Text size="xs" c="dimmed" truncate>
                      {words}
                      {device.battery && <> · {device.battery.level} %</>}
                    </Text>
                  </div>
                </Group>
              </Link>
            );
          })}
        </div>
      )}
    </section>
  );
}
