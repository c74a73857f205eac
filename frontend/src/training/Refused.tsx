import { Alert } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import type { Refusal } from "./types";

/** What was kept out of a dataset, and why. */
export function Refused({ refused }: { refused: Refusal[] }) {
  if (refused.length === 0) return null;
  const total = refused.reduce((sum, { n }) => sum + n, 0);
  return (
    <Alert
      color="orange"
      icon={<IconShieldLock size={18} />}
      title={`${total.toLocaleString("en")} ${total === 1 ? "episode is" : "episodes are"} kept out`}
    >
      {refused.map(({ what, why, n }) => (
        <div key={`${what} ${why}`}>
          {n.toLocaleString("en")} × {what}: {why}
        </div>
      ))}
    </Alert>
  );
}
