import { Button } from "@mantine/core";
import { IconArrowRight, IconClipboardCheck } from "@tabler/icons-react";
import { Link } from "react-router";
import { useEpisodes, useReviewQueue } from "../../api/queries";
import { useUser } from "../../app/session";
import { EpisodeRow } from "../../episode/EpisodeRow";
import { Page } from "../../shared/Page";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";

export default function ReviewQueue() {
  const user = useUser();
  const queue = useReviewQueue();
  const episodes = useEpisodes({ state: "submitted", ordering: "finished_at", page_size: 100 });
  const first = queue.data?.next[0];

  return (
    <Page
      title="Review"
      description={
        queue.data &&
        `${queue.data.waiting} to review${queue.data.own ? `, and ${queue.data.own} of your own that others must review` : ""}.`
      }
      actions={
        first && (
          <Button
            component={Link}
            to={`/review/${first}`}
            rightSection={<IconArrowRight size={16} />}
          >
            Start reviewing
          </Button>
        )
      }
    >
      {episodes.error && !episodes.data ? (
        <ErrorState error={episodes.error} retry={episodes.refetch} />
      ) : !episodes.data ? (
        <LoadingRows rows={6} height={64} />
      ) : episodes.data.results.length === 0 ? (
        <div className="pb-panel">
          <EmptyState icon={IconClipboardCheck} title="Nothing waits for review">
            Demonstrations appear here as soon as they are handed in.
          </EmptyState>
        </div>
      ) : (
        <div className="pb-panel">
          {episodes.data.results.map((episode) => {
            const own = episode.author.id === user.id;
            return (
              <EpisodeRow
                key={episode.id}
                episode={episode}
                to={own ? `/episodes/${episode.id}` : `/review/${episode.id}`}
                showAuthor
              >
                {own && <small>Your own: somebody else has to review it.</small>}
              </EpisodeRow>
            );
          })}
        </div>
      )}
    </Page>
  );
}
