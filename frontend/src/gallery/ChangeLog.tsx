import { Button, Group, Switch, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./gallery.module.css";
import { told } from "./tree";
import type { GalleryPhone, Logged } from "./useGalleryPhone";

/** Where the phone is, rather than what it holds. */
const PASSING = new Set([
  "tasks",
  "home",
  "events",
  "serial",
  "rng",
  "fg",
  "ime",
  "shift",
  "edit_menu",
  "toast",
  "snack",
  "headsup",
  "disturb",
]);

/** Every change of the state since the phone was opened, newest first. */
export function ChangeLog({ phone }: { phone: GalleryPhone }) {
  const [all, setAll] = useState(false);
  const shown = all ? phone.log : phone.log.filter(({ path }) => !PASSING.has(path[0] ?? ""));
  return (
    <>
      <Group justify="space-between" mb={6}>
        <Switch
          size="xs"
          label="Also screens and their variables"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
        <Button size="compact-xs" variant="subtle" onClick={phone.clearLog}>
          Clear
        </Button>
      </Group>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has changed yet. Touch the phone.
        </Text>
      )}
      <ol className={classes.log} aria-label="Changes of the state">
        {shown.map((change) => (
          <Line key={change.key} change={change} />
        ))}
      </ol>
    </>
  );
}

function Line({ change }: { change: Logged }) {
  return (
    <li>
      <code className={classes.path}>{change.path.join(" / ")}</code>
      <span className={classes.values}>
        {change.before !== null && <del>{told(change.before, 80)}</del>}
        <IconArrowRight size={12} aria-label="becomes" />
        {change.gone ? <em>removed</em> : <ins>{told(change.after)}</ins>}
      </span>
    </li>
  );
}
