import { Loader, NativeSelect } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./gallery.module.css";
import { brief, type Json, keyOf, type Path } from "./tree";
import type { GalleryPhone } from "./useGalleryPhone";

const SYSTEM = [
  "messages",
  "contacts",
  "calendar",
  "calls",
  "files",
  "notifications",
  "settings",
  "permissions",
  "accounts",
];

/** The branches a person may look at: the app's own state first. */
function branches(app: string): { value: string; label: string }[] {
  return [
    { value: `apps/${app}`, label: "This app" },
    { value: "tasks", label: "Screens and their variables" },
    ...SYSTEM.map((name) => ({ value: `sys/${name}`, label: `System: ${name}` })),
    { value: "events", label: "Events to come" },
    { value: "disturb", label: "Disturbances" },
  ];
}

/** The state as a tree that follows the phone; what has just changed is lit. */
export function StateTree({ phone, app }: { phone: GalleryPhone; app: string }) {
  const [chosen, setChosen] = useState(`apps/${app}`);
  const { branch } = phone;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Branch of the state"
        data={branches(app)}
        value={chosen}
        onChange={(event) => {
          const path = event.currentTarget.value;
          setChosen(path);
          phone.look(path.split("/"));
        }}
      />
      {branch ? (
        <ul className={classes.tree} aria-label="State">
          <Entries value={branch.value} path={branch.path} depth={0} glowing={phone.glowing} />
        </ul>
      ) : (
        <Loader size="sm" m="md" role="status" aria-label="Loading the state" />
      )}
    </>
  );
}

interface EntriesProps {
  value: Json;
  path: Path;
  depth: number;
  glowing: ReadonlySet<string>;
}

function Entries({ value, path, depth, glowing }: EntriesProps) {
  if (typeof value !== "object" || value === null) {
    return <li className={classes.leaf}>{brief(value, 400)}</li>;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return <li className={classes.leaf}>empty</li>;
  return entries.map(([name, inner]) => (
    <Entry
      key={name}
      name={name}
      value={inner}
      path={[...path, name]}
      depth={depth}
      glowing={glowing}
    />
  ));
}

function Entry({ name, value, path, depth, glowing }: EntriesProps & { name: string }) {
  const [open, setOpen] = useState(false);
  const here = keyOf(path);
  const lit = [...glowing].some((key) => key === here || key.startsWith(`${here}/`));
  const nested = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  // What has changed is shown, wherever it lies.
  const shown = open || (lit && nested && !glowing.has(here));
  const line = (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.value}>{brief(value, 160)}</span>
    </>
  );
  return (
    <li>
      {nested ? (
        <button
          type="button"
          className={`${classes.line} ${lit ? classes.lit : ""}`}
          aria-expanded={shown}
          onClick={() => setOpen(!shown)}
        >
          {shown ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />}
          {line}
        </button>
      ) : (
        <div className={`${classes.line} ${classes.flat} ${lit ? classes.lit : ""}`}>{line}</div>
      )}
      {shown && nested && (
        <ul>
          <Entries value={value} path={path} depth={depth + 1} glowing={glowing} />
        </ul>
      )}
    </li>
  );
}
