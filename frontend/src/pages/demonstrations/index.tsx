import { Button, SegmentedControl } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { Link } from "react-router";
import { useEpisodes } from "../../api/queries";
import type { Episode } from "../../api/types";
import { EpisodeRow } from "../../episode/EpisodeRow";
import { ReviewNote } from "../../episode/ReviewNote";
import { Page } from "../../shared/Page";
import { Pager } from "../../shared/Pager";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { useUrlState } from "../../shared/useUrlState";

const SIZE = 25;
const OPEN = ["preparing", "recording", "draft", "sent_back"];
const VIEWS = [
  { value: "open", label: "Open", states: OPEN },
  { value: "review", label: "In review", states: ["submitted"] },
  { value: "accepted", label: "Accepted", states: ["accepted"] },
  { value: "closed", label: "Closed", states: ["rejected", "discarded", "failed"] },
  { value: "all", label: "All", states: [] },
];

/** Open ones are edited in the workbench, closed ones looked at in the viewer. */
export function homeOf(episode: Episode): string {
  return OPEN.includes(episode.state) ? `/demonstrations/${episode.id}` : `/episodes/${episode.id}`;
}

export default function Demonstrations() {
  const [filter, setFilter] = useUrlState({ view: "all", page: "1" });
  const episodes = useEpisodes({
    mine: "1",
    kind: "demonstration",
    state: VIEWS.find((view) => view.value === filter.view)?.states.join(","),
    page: Number(filter.page),
    page_size: SIZE,
  });

  return (
    <Page title="My demonstrations" description="What you have shown, and what became of it.">
      <div style={{ overflowX: "auto", marginBottom: 16 }}>
        <SegmentedControl
          aria-label="Which demonstrations"
          value={filter.view}
          onChange={(view) => setFilter({ view })}
          data={VIEWS.map(({ value, label }) => ({ value, label }))}
        />
      </div>
      {episodes.error && !episodes.data ? (
        <ErrorState error={episodes.error} retry={episodes.refetch} />
      ) : !episodes.data ? (
        <LoadingRows rows={6} height={64} />
      ) : episodes.data.results.length === 0 ? (
        <div className="pb-panel">
          <EmptyState
            icon={IconRoute}
            title={filter.view === "all" ? "You have not shown anything yet" : "Nothing here"}
            action={
              <Button component={Link} to="/tasks" variant="default" mt="sm">
                Find a task
              </Button>
            }
          />
        </div>
      ) : (
        <>
          <div className="pb-panel" aria-busy={episodes.isPlaceholderData}>
            {episodes.data.results.map((episode) => (
              <EpisodeRow key={episode.id} episode={episode} to={homeOf(episode)}>
                <ReviewNote episode={episode} />
              </EpisodeRow>
            ))}
          </div>
          <Pager
            page={Number(filter.page)}
            size={SIZE}
            count={episodes.data.count}
            onPage={(page) => setFilter({ page: String(page) })}
          />
        </>
      )}
    </Page>
  );
}
