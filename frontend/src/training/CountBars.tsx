import { Text } from "@mantine/core";
import { labelOf } from "./charts";
import classes from "./counts.module.css";
import type { Counts } from "./types";

const NAMES: Record<string, string> = {
  source: "Who showed it",
  category: "Category",
  app: "App",
  split: "Split",
  suite: "Suite",
  outcome: "Outcome",
  quality: "Quality",
  device_kind: "Phone",
};
const VALUES: Record<string, string> = {
  human: "People",
  oracle: "The oracle",
  rollout: "Agents",
  app: "One app",
  mini_app: "Mini-apps",
  cross_app: "Across apps",
};
const MOST = 8;

/** What is in it, by whatever it is counted by: the largest first, the rest in a word. */
export function CountBars({ counts }: { counts: Counts }) {
  const groups = Object.entries(counts).filter(([, group]) => Object.keys(group).length > 0);
  return (
    <div className={classes.groups}>
      {groups.map(([name, group]) => {
        const rows = Object.entries(group).sort(([, a], [, b]) => b - a);
        const most = rows[0]?.[1] || 1;
        return (
          <section key={name} className={classes.group} aria-label={NAMES[name] ?? labelOf(name)}>
            <Text size="sm" fw={600} mb={4}>
              {NAMES[name] ?? labelOf(name)}
            </Text>
            {rows.slice(0, MOST).map(([value, count]) => (
              <div key={value} className={classes.row}>
                <span title={value}>{VALUES[value] ?? (value || "none")}</span>
                <span className={classes.bar} aria-hidden="true">
                  <span style={{ width: `${Math.max(2, (100 * count) / most)}%` }} />
                </span>
                <span className="pb-numbers">{count.toLocaleString("en")}</span>
              </div>
            ))}
            {rows.length > MOST && (
              <Text size="xs" c="dimmed" mt={2}>
                and {rows.length - MOST} more
              </Text>
            )}
          </section>
        );
      })}
    </div>
  );
}
