import type { Action } from "../api/types";
import { ActionIcon } from "./ActionIcon";
import { shapeOf } from "./actions";
import classes from "./trace.module.css";

/** What has no place on the screen (typing, keys, apps, waiting) stands as a caption on the picture. */
export function ActionBadge({ action, label }: { action: Action; label: string }) {
  if (shapeOf(action).kind !== "none") return null;
  return (
    <div className={classes.caption}>
      <ActionIcon action={action} />
      <span>{label}</span>
    </div>
  );
}
