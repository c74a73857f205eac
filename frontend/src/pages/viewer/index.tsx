import { Alert, Anchor, Button, Menu, SegmentedControl, Text, Tooltip } from "@mantine/core";
import {
  IconClipboardCheck,
  IconDots,
  IconDownload,
  IconHistory,
  IconLink,
  IconPencil,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { useEpisode } from "../../api/queries";
import { EpisodeFacts } from "../../episode/EpisodeFacts";
import { ReviewList } from "../../episode/ReviewList";
import { sampleOf } from "../../episode/sample";
import { VerifierPanel } from "../../episode/VerifierPanel";
import { copyText } from "../../shared/copy";
import { Page } from "../../shared/Page";
import { useShortcuts } from "../../shared/shortcuts";
import { ErrorState, LoadingRows } from "../../shared/states";
import { toast } from "../../shared/toast";
import { TraceView } from "../../trace/TraceView";
import { RevisionsDrawer } from "./RevisionsDrawer";

export default function ViewerPage() {
  const { id = "" } = useParams();
  return <Viewer key={id} id={id} />;
}

/** The step stands in the address (counted from 1), so that any step can be linked to. */
export function stepFromUrl(params: URLSearchParams, count: number): number {
  const step = Number.parseInt(params.get("step") ?? "1", 10);
  return Number.isNaN(step) ? 0 : Math.max(0, Math.min(count - 1, step - 1));
}

function Viewer({ id }: { id: string }) {
  const [params, setParams] = useSearchParams();
  const asked = params.get("revision");
  const revision = asked === null ? undefined : Number(asked);
  const query = useEpisode(id, revision);
  const [history, setHistory] = useState(false);
  const episode = query.data;

  function set(change: Record<string, string | null>) {
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries(change)) {
          if (value === null) next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { replace: true },
    );
  }

  const index = stepFromUrl(params, episode?.steps.length ?? 1);

  async function copyLink() {
    const link = new URL(location.href);
    link.searchParams.set("step", String(index + 1));
    if (await copyText(link.href)) toast.done(`Link to step ${index + 1} copied.`);
    else
      toast.error(
        new Error("The browser does not let this page copy. The address bar has the link."),
      );
  }

  useShortcuts("Viewer", [
    { keys: "c", label: "Copy a link to this step", run: copyLink },
    { keys: "h", label: "History of changes", run: () => setHistory(true) },
  ]);

  if (query.error && !episode) {
    return (
      <Page title="Episode">
        <ErrorState error={query.error} retry={query.refetch} />
      </Page>
    );
  }
  if (!episode) {
    return (
      <Page title="Episode">
        <LoadingRows rows={4} height={120} />
      </Page>
    );
  }

  const edited = (episode.revision?.number ?? 0) > 0 || revision !== undefined;
  const open = ["draft", "sent_back", "recording", "preparing"].includes(episode.state);
  const why = sampleOf(episode)?.why;
  const hasAside =
    why || episode.answer || episode.verifier || episode.reviews.length > 0 || episode.task?.hints;
  return (
    <Page
      title={episode.goal || "Free task"}
      description={<EpisodeFacts episode={episode} />}
      actions={
        <>
          {episode.permissions.review && (
            <Button
              component={Link}
              to={`/review/${id}`}
              leftSection={<IconClipboardCheck size={16} />}
            >
              Review
            </Button>
          )}
          {episode.permissions.edit && open && (
            <Button
              component={Link}
              to={`/demonstrations/${id}`}
              leftSection={<IconPencil size={16} />}
            >
              Open in the workbench
            </Button>
          )}
          <Tooltip label="Copy a link to this step (C)">
            <Button variant="default" leftSection={<IconLink size={16} />} onClick={copyLink}>
              Copy link
            </Button>
          </Tooltip>
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <Button variant="default" px={10} aria-label="More">
                <IconDots size={18} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                component="a"
                href={`/api/episodes/${id}/export`}
                download
                leftSection={<IconDownload size={16} />}
              >
                Download (JSONL and images)
              </Menu.Item>
              <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => setHistory(true)}>
                History of changes
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      {revision !== undefined && (
        <Alert mb="md" color="blue" icon={<IconHistory size={18} />}>
          {revision === 0
            ? "This is the episode as it was recorded."
            : `This is revision ${revision}.`}{" "}
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => set({ revision: null, step: null })}
          >
            Show the current one
          </Anchor>
        </Alert>
      )}
      <TraceView
        episode={episode}
        index={index}
        onIndex={(next) => set({ step: String(next + 1) })}
        tools={
          edited && (
            <SegmentedControl
              size="xs"
              aria-label="Raw or revised"
              value={revision === 0 ? "raw" : "revised"}
              onChange={(value) => set({ revision: value === "raw" ? "0" : null, step: null })}
              data={[
                { value: "revised", label: "Revised" },
                { value: "raw", label: "Raw" },
              ]}
            />
          )
        }
        aside={
          hasAside && (
            <div
              className="pb-panel"
              style={{ padding: 18, marginBottom: 16, display: "grid", gap: 16 }}
            >
              {why && !episode.verifier && <Fact label="Why this reward">{why}</Fact>}
              {episode.task?.hints && <Fact label="Hints">{episode.task.hints}</Fact>}
              {episode.answer && <Fact label="Answer given">{episode.answer}</Fact>}
              {episode.verifier && <VerifierPanel verdict={episode.verifier} />}
              {episode.reviews.length > 0 && <ReviewList reviews={episode.reviews} />}
            </div>
          )
        }
      />
      {history && (
        <RevisionsDrawer
          episode={episode}
          shown={revision}
          onShow={(number) =>
            set({ revision: number === null ? null : String(number), step: null })
          }
          onClose={() => setHistory(false)}
        />
      )}
    </Page>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}
