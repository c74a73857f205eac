import { Group, ActionIcon as IconButton, Switch, Tabs, Text, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPlayerPlay, IconRoute } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { http } from "../api/http";
import type { EpisodeDetail } from "../api/types";
import { useShortcuts } from "../shared/shortcuts";
import { EmptyState } from "../shared/states";
import { Filmstrip } from "./Filmstrip";
import { ScreenView } from "./ScreenView";
import { StepDetails } from "./StepDetails";
import classes from "./trace.module.css";
import { UiTreePanel } from "./UiTreePanel";
import { nodeAt, readUiTree, type UiNode } from "./uiTree";
import { VideoPanel } from "./VideoPanel";

interface Props {
  episode: EpisodeDetail;
  index: number;
  onIndex: (index: number) => void;
  /** Stands above the step's details: a verdict form, reviews, and the like. */
  aside?: ReactNode;
  /** Further buttons in the toolbar. */
  tools?: ReactNode;
}

/** An episode step by step: filmstrip, the screen with the action on it, details, UI tree and video in sync. */
export function TraceView({ episode, index, onIndex, aside, tools }: Props) {
  const { steps } = episode;
  const step = steps[index];
  const [showAction, setShowAction] = useState(true);
  const [video, setVideo] = useState(false);
  const [tab, setTab] = useState<string | null>("step");
  const [lit, setLit] = useState<UiNode | null>(null);
  const [picked, setPicked] = useState<UiNode | null>(null);

  const tree = useQuery({
    queryKey: ["tree", step?.tree],
    queryFn: async () => readUiTree(await http.get<unknown>(step?.tree ?? "")),
    enabled: Boolean(step?.tree) && tab === "tree",
    staleTime: Number.POSITIVE_INFINITY,
  });

  function go(to: number) {
    const next = Math.max(0, Math.min(steps.length - 1, to));
    if (next === index) return;
    setLit(null);
    setPicked(null);
    onIndex(next);
  }

  // The neighbours' pictures are fetched ahead, so that stepping shows no gap.
  useEffect(() => {
    for (const near of [steps[index + 1], steps[index + 2], steps[index - 1]]) {
      if (near?.screenshot) new Image().src = near.screenshot;
    }
  }, [steps, index]);

  useShortcuts("Steps", [
    { keys: ["j", "ArrowRight"], label: "Next step", run: () => go(index + 1) },
    { keys: ["k", "ArrowLeft"], label: "Previous step", run: () => go(index - 1) },
    { keys: "Home", label: "First step", run: () => go(0) },
    { keys: "End", label: "Last step", run: () => go(steps.length - 1) },
    { keys: "o", label: "Show or hide the action", run: () => setShowAction((on) => !on) },
    {
      keys: "u",
      label: "UI tree or step",
      run: () => setTab((t) => (t === "tree" ? "step" : "tree")),
    },
    {
      keys: "v",
      label: "Show or hide the video",
      run: () => setVideo((on) => !on),
      disabled: !episode.video,
    },
  ]);

  if (!step) {
    return (
      <>
        {aside}
        <EmptyState icon={IconRoute} title="No steps">
          {episode.state === "recording" || episode.state === "preparing"
            ? "Nothing has been done yet. The steps appear here while they are recorded."
            : "Nothing was done on the phone in this episode."}
        </EmptyState>
      </>
    );
  }

  const onTree = tab === "tree" && tree.data;
  return (
    <div>
      <div className="pb-panel" style={{ padding: "8px 8px 0", marginBottom: 16 }}>
        <Filmstrip steps={steps} index={index} onIndex={go} />
      </div>
      <div
        className={classes.stage}
        style={{ "--ratio": step.width / step.height } as React.CSSProperties}
      >
        <div>
          <div className={classes.pictures}>
            <ScreenView
              step={step}
              showAction={showAction}
              highlight={tab === "tree" ? (lit ?? picked)?.bounds : null}
              onHover={onTree ? (at) => setLit(at && nodeAt(onTree, at)) : undefined}
              onPick={onTree ? (at) => setPicked(nodeAt(onTree, at)) : undefined}
            />
            {video && episode.video && (
              <VideoPanel
                src={episode.video}
                steps={steps}
                startedAt={episode.video_started_at ?? episode.started_at}
                index={index}
                onIndex={go}
                ratio={(episode.width || step.width) / (episode.height || step.height)}
              />
            )}
          </div>
          <div className={classes.toolbar} style={{ justifyContent: "center" }}>
            <IconButton
              variant="default"
              size="lg"
              aria-label="Previous step"
              disabled={index === 0}
              onClick={() => go(index - 1)}
            >
              <IconChevronLeft size={18} />
            </IconButton>
            <Text size="sm" className="pb-numbers" aria-live="polite" miw={64} ta="center">
              {index + 1} / {steps.length}
            </Text>
            <IconButton
              variant="default"
              size="lg"
              aria-label="Next step"
              disabled={index === steps.length - 1}
              onClick={() => go(index + 1)}
            >
              <IconChevronRight size={18} />
            </IconButton>
            {episode.video && (
              <Tooltip label={video ? "Hide the video (V)" : "Show the video (V)"}>
                <IconButton
                  variant={video ? "filled" : "default"}
                  size="lg"
                  aria-label="Video"
                  aria-pressed={video}
                  onClick={() => setVideo((on) => !on)}
                >
                  <IconPlayerPlay size={18} />
                </IconButton>
              </Tooltip>
            )}
          </div>
        </div>
        <div className={classes.side}>
          {aside}
          <div className="pb-panel" style={{ padding: "6px 18px 18px" }}>
            <Tabs value={tab} onChange={setTab} keepMounted={false}>
              <Group justify="space-between" wrap="wrap" mb="md">
                <Tabs.List>
                  <Tabs.Tab value="step">Step</Tabs.Tab>
                  <Tabs.Tab value="tree">UI tree</Tabs.Tab>
                </Tabs.List>
                <Group gap="xs">
                  <Switch
                    size="xs"
                    label="Show action"
                    checked={showAction}
                    onChange={(event) => setShowAction(event.currentTarget.checked)}
                  />
                  {tools}
                </Group>
              </Group>
              <Tabs.Panel value="step">
                <StepDetails step={step} count={steps.length} />
              </Tabs.Panel>
              <Tabs.Panel value="tree">
                <UiTreePanel
                  query={tree}
                  hasTree={Boolean(step.tree)}
                  stale={step.tree_stale}
                  lit={lit}
                  onLit={setLit}
                  picked={picked}
                  onPick={setPicked}
                />
              </Tabs.Panel>
            </Tabs>
          </div>
        </div>
      </div>
    </div>
  );
}
