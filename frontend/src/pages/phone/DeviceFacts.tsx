import { Collapse, Title, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Device } from "../../api/types";
import { kindLabel } from "../../devices/devices";
import { Time } from "../../shared/time";
import classes from "./phone.module.css";

export function DeviceFacts({ device }: { device: Device }) {
  const [open, { toggle }] = useDisclosure();
  const properties = Object.entries(device.properties ?? {}).sort(([a], [b]) => a.localeCompare(b));
  return (
    <section className={`pb-panel ${classes.card}`}>
      <Title order={2} size="h3" className={classes.cardTitle}>
        About this phone
      </Title>
      <dl className={classes.facts}>
        <dt>Model</dt>
        <dd>{device.model || "Unknown"}</dd>
        <dt>Kind</dt>
        <dd>{kindLabel(device.kind)}</dd>
        <dt>Android</dt>
        <dd>{device.android_version || "Unknown"}</dd>
        <dt>Screen</dt>
        <dd className="pb-numbers">
          {device.width} × {device.height}
        </dd>
        <dt>Serial</dt>
        <dd>{device.serial}</dd>
        <dt>Host</dt>
        <dd>{device.host?.name ?? "None"}</dd>
        {device.foreground && (
          <>
            <dt>In front</dt>
            <dd>{device.foreground}</dd>
          </>
        )}
        <dt>Last seen</dt>
        <dd>
          <Time at={device.last_seen_at} />
        </dd>
      </dl>
      {properties.length > 0 && (
        <>
          <UnstyledButton
            onClick={toggle}
            aria-expanded={open}
            mt="sm"
            fz="xs"
            c="var(--mantine-color-anchor)"
          >
            {open ? "Hide the properties" : `All ${properties.length} properties`}
          </UnstyledButton>
          <Collapse expanded={open}>
            <dl className={classes.facts} style={{ marginTop: 8 }}>
              {properties.map(([name, value]) => (
                <div key={name} style={{ display: "contents" }}>
                  <dt style={{ overflowWrap: "anywhere" }}>{name}</dt>
                  <dd>{String(value)}</dd>
                </div>
              ))}
            </dl>
          </Collapse>
        </>
      )}
    </section>
  );
}
