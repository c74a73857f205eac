import { Tooltip } from "@mantine/core";
import { IconAlertCircle, IconCloudCheck, IconCloudOff, IconCloudUp } from "@tabler/icons-react";
import type { SaveState } from "./editor";
import classes from "./workbench.module.css";

/** Where the text is: on the server, on its way, or safe on this computer. */
export function SaveMark({ save, revision }: { save: SaveState; revision: number | undefined }) {
  switch (save.is) {
    case "saved":
      return (
        <Tooltip label={revision === undefined ? "All saved" : `Revision ${revision}`}>
          <span className={classes.save} role="status">
            <IconCloudCheck size={16} stroke={1.6} /> Saved
          </span>
        </Tooltip>
      );
    case "pending":
    case "saving":
      return (
        <span className={classes.save} role="status">
          <IconCloudUp size={16} stroke={1.6} /> Saving…
        </span>
      );
    case "waiting":
      return (
        <Tooltip label={save.why} multiline maw={280}>
          <span className={classes.save} data-bad="" role="status">
            <IconCloudOff size={16} stroke={1.6} /> Kept on this computer, trying again
          </span>
        </Tooltip>
      );
    case "conflict":
      return (
        <span className={classes.save} data-bad="" role="alert">
          <IconAlertCircle size={16} stroke={1.6} /> Changed elsewhere too: choose below
        </span>
      );
    case "refused":
      return (
        <span className={classes.save} data-bad="" role="alert">
          <IconAlertCircle size={16} stroke={1.6} /> Not saved: {save.why}
        </span>
      );
  }
}
