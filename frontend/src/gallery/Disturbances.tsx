import { Badge, Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Gallery } from "../api/types";
import classes from "./gallery.module.css";
import type { Disturbance } from "./tree";
import type { GalleryPhone } from "./useGalleryPhone";

/** Bring a disturbance about, begin anew with a profile, and see how each one was handled. */
export function Disturbances({ phone, gallery }: { phone: GalleryPhone; gallery: Gallery }) {
  const [kind, setKind] = useState<string | null>("ad");
  const rows = phone.facts?.disturbances ?? [];
  const words = gallery.disturbances.find(({ name }) => name === kind)?.words;
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Select
          size="xs"
          label="Disturb now"
          description={words}
          inputWrapperOrder={["label", "input", "description"]}
          data={gallery.disturbances.map(({ name }) => name)}
          value={kind}
          onChange={setKind}
          allowDeselect={false}
          style={{ flex: 1 }}
          styles={{ description: { minHeight: "2.6em" } }}
        />
        <Button
          size="xs"
          mb="calc(2.6em + 5px)"
          onClick={() => phone.tell("disturb", { kind })}
          disabled={!kind}
        >
          Disturb
        </Button>
      </Group>
      <Group gap={6}>
        <Text size="xs" c="dimmed">
          Begin anew with a profile:
        </Text>
        {gallery.profiles.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant={phone.facts?.profile === name ? "filled" : "default"}
            onClick={() => phone.tell("reset", { profile: name })}
          >
            {name}
          </Button>
        ))}
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has disturbed this phone yet.
        </Text>
      ) : (
        <ul className={classes.rows} aria-label="Disturbances so far">
          {[...rows].reverse().map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Row({ row }: { row: Disturbance }) {
  const state = row.ended === null ? "going on" : row.handled;
  const color = row.right === null ? "gray" : row.right ? "green" : "red";
  return (
    <li>
      <span>
        <strong>{row.kind}</strong>
        {row.app && <span className={classes.dim}> in {row.app.split(".").pop()}</span>}
        {row.charged && <span className={classes.charged}>{row.charged}</span>}
      </span>
      <Badge color={color}>{state}</Badge>
    </li>
  );
}
