import { Badge, Group, SegmentedControl, Text } from "@mantine/core";
import { IconListTree } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { EmptyState, ErrorState, LoadingRows } from "../shared/states";
import classes from "./trace.module.css";
import { isTelling, type UiNode } from "./uiTree";

interface Props {
  query: { data?: UiNode[]; error: Error | null; isPending: boolean; refetch: () => void };
  hasTree: boolean;
  stale: boolean;
  lit: UiNode | null;
  onLit: (node: UiNode | null) => void;
  picked: UiNode | null;
  onPick: (node: UiNode | null) => void;
}

/** The UI tree as rows; a row under the pointer lights its box on the picture, and the other way round. */
export function UiTreePanel({ query, hasTree, stale, lit, onLit, picked, onPick }: Props) {
  const [view, setView] = useState("telling");
  const list = useRef<HTMLDivElement>(null);
  const nodes = useMemo(
    () => (query.data ?? []).filter((n) => view === "all" || isTelling(n) || n.key === picked?.key),
    [query.data, view, picked],
  );

  useEffect(() => {
    if (picked) {
      list.current
        ?.querySelector(`[data-key="${picked.key}"]`)
        ?.scrollIntoView({ block: "nearest" });
    }
  }, [picked]);

  if (!hasTree) {
    return (
      <EmptyState icon={IconListTree} title="No UI tree for this step">
        The phone gave none in time, or the screen was secret.
      </EmptyState>
    );
  }
  if (query.error) return <ErrorState error={query.error} retry={query.refetch} />;
  if (query.isPending) return <LoadingRows rows={8} height={20} />;

  function onKey(event: KeyboardEvent) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    const at = nodes.findIndex((n) => n.key === picked?.key);
    const next = nodes[Math.max(0, Math.min(nodes.length - 1, at + move))];
    if (!next) return;
    onPick(next);
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  }

  const tabStop = nodes.some((n) => n.key === picked?.key) ? picked?.key : nodes[0]?.key;
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label="Which elements"
          value={view}
          onChange={setView}
          data={[
            { value: "telling", label: "Telling" },
            { value: "all", label: `All ${query.data?.length ?? ""}` },
          ]}
        />
        {stale && (
          <Badge color="yellow" title="The tree was read before the picture changed">
            From an earlier picture
          </Badge>
        )}
      </Group>
      <div
        ref={list}
        className={classes.tree}
        role="tree"
        aria-label="UI tree"
        data-owns-keys
        onKeyDown={onKey}
        onPointerLeave={() => onLit(null)}
      >
        {nodes.map((node) => (
          <div
            key={node.key}
            data-key={node.key}
            role="treeitem"
            aria-level={node.depth + 1}
            aria-selected={picked?.key === node.key}
            tabIndex={tabStop === node.key ? 0 : -1}
            data-lit={lit?.key === node.key || undefined}
            className={classes.treeRow}
            style={
              { "--depth": view === "all" ? Math.min(node.depth, 14) : 0 } as React.CSSProperties
            }
            onPointerEnter={() => onLit(node)}
            onClick={() => onPick(picked?.key === node.key ? null : node)}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                onPick(picked?.key === node.key ? null : node);
              }
            }}
          >
            <span>{node.role || "node"}</span>
            {(node.text || node.desc) && (
              <span className={classes.treeText}>
                {node.text ? `“${node.text}”` : `(${node.desc})`}
              </span>
            )}
            {node.id && <span className={classes.treeId}>{node.id.split("/").pop()}</span>}
          </div>
        ))}
      </div>
      <PickedNode node={picked ?? lit} />
    </div>
  );
}

function PickedNode({ node }: { node: UiNode | null }) {
  if (!node) {
    return (
      <Text size="xs" c="dimmed" mt="xs">
        Point at an element here or on the picture; click to hold it.
      </Text>
    );
  }
  return (
    <dl className={classes.facts} style={{ marginTop: 12 }}>
      <dt>Element</dt>
      <dd>
        {node.role}{" "}
        {node.id && (
          <Text span size="xs" c="dimmed" ff="monospace">
            {node.id}
          </Text>
        )}
      </dd>
      {node.text && (
        <>
          <dt>Text</dt>
          <dd>{node.text}</dd>
        </>
      )}
      {node.desc && (
        <>
          <dt>Description</dt>
          <dd>{node.desc}</dd>
        </>
      )}
      <dt>Box</dt>
      <dd className="pb-numbers">
        {node.bounds[0]}, {node.bounds[1]} to {node.bounds[2]}, {node.bounds[3]}
      </dd>
      {node.flags.length > 0 && (
        <>
          <dt>It is</dt>
          <dd>{node.flags.join(", ")}</dd>
        </>
      )}
    </dl>
  );
}
