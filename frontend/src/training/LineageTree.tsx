import { Text } from "@mantine/core";
import { IconBox, IconDatabase, IconSchool } from "@tabler/icons-react";
import { useEffect, useMemo, useRef } from "react";
import { Link } from "react-router";
import { BOX, layOut } from "./lineage";
import classes from "./lineage.module.css";
import type { Lineage, LineageNode } from "./types";

const PLACES: Record<LineageNode["kind"], string> = {
  dataset: "/training/datasets/",
  checkpoint: "/training/checkpoints/",
  job: "/training/",
};
const ICONS = { dataset: IconDatabase, checkpoint: IconBox, job: IconSchool };
const KINDS = { dataset: "Dataset", checkpoint: "Checkpoint", job: "Job" };

/** Data, jobs and checkpoints, from what came first to what came of it. */
export function LineageTree({ lineage }: { lineage: Lineage }) {
  const layout = useMemo(() => layOut(lineage), [lineage]);
  const place = useRef<HTMLElement>(null);
  const here = layout.boxes.find(({ node }) => node.this)?.x ?? 0;
  // Where all of it has no room, the box that the page is about is in sight.
  useEffect(() => {
    if (place.current) place.current.scrollLeft = here - BOX.across;
  }, [here]);
  if (layout.boxes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing is known of where it comes from.
      </Text>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keyboard too
    <section ref={place} className={classes.scroll} tabIndex={0} aria-label="Lineage">
      <div className={classes.tree} style={{ width: layout.width, height: layout.height }}>
        <svg viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
          {layout.lines.map(({ from, to }) => {
            const x = from.x + BOX.width;
            const y = from.y + BOX.height / 2;
            const toY = to.y + BOX.height / 2;
            const bend = (to.x - x) / 2;
            return (
              <path
                key={`${from.node.id} ${to.node.id}`}
                d={`M${x} ${y} C${x + bend} ${y} ${to.x - bend} ${toY} ${to.x} ${toY}`}
              />
            );
          })}
        </svg>
        {layout.boxes.map(({ node, x, y }) => {
          const Icon = ICONS[node.kind];
          return (
            <Link
              key={node.id}
              to={PLACES[node.kind] + node.id}
              className={classes.box}
              style={{ left: x, top: y, width: BOX.width, height: BOX.height }}
              aria-current={node.this ? "true" : undefined}
              title={node.name}
            >
              <Icon size={18} stroke={1.6} aria-label={KINDS[node.kind]} />
              <span>
                <b>{node.name}</b>
                <small>{node.note || KINDS[node.kind]}</small>
              </span>
            </Link>
          );
        })}
      </div>
    </section>
  );
}
