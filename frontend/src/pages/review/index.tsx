import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { useEpisode, useReviewQueue } from "../../api/queries";
import { useUser } from "../../app/session";
import { EpisodeFacts } from "../../episode/EpisodeFacts";
import { ReviewList } from "../../episode/ReviewList";
import { VerifierPanel } from "../../episode/VerifierPanel";
import { Page } from "../../shared/Page";
import { ErrorState, LoadingRows } from "../../shared/states";
import { TraceView } from "../../trace/TraceView";
import { ReviewForm } from "./ReviewForm";

/** One demonstration under review; the key makes a fresh page of each, so nothing is carried over. */
export default function ReviewPage() {
  const { id = "" } = useParams();
  return <Review key={id} id={id} />;
}

function Review({ id }: { id: string }) {
  const user = useUser();
  const query = useEpisode(id);
  const queue = useReviewQueue();
  const [index, setIndex] = useState(0);
  const episode = query.data;

  if (query.error && !episode) {
    return (
      <Page title="Review">
        <ErrorState error={query.error} retry={query.refetch} />
      </Page>
    );
  }
  if (!episode) {
    return (
      <Page title="Review">
        <LoadingRows rows={4} height={120} />
      </Page>
    );
  }

  const others = queue.data?.next.filter((other) => other !== id) ?? [];
  const own = episode.author.id === user.id;
  return (
    <Page
      title={`Review: ${episode.goal || "free task"}`}
      heading={episode.goal || "Free task"}
      description={<EpisodeFacts episode={episode} />}
      actions={
        <Text size="sm" c="dimmed">
          {others.length === 0 ? "the last one" : `${others.length} more after this`}
        </Text>
      }
    >
      <TraceView
        episode={episode}
        index={index}
        onIndex={setIndex}
        aside={
          <div
            className="pb-panel"
            style={{ padding: 18, marginBottom: 16, display: "grid", gap: 18 }}
          >
            {episode.answer && (
              <div>
                <Text size="sm" fw={600}>
                  Answer given
                </Text>
                <Text size="sm">{episode.answer}</Text>
              </div>
            )}
            {episode.verifier ? (
              <VerifierPanel verdict={episode.verifier} />
            ) : (
              episode.reason && <Text size="sm">{episode.reason}</Text>
            )}
            {episode.permissions.review ? (
              <ReviewForm episode={episode} next={others[0]} />
            ) : (
              <div>
                <Text size="sm">
                  {own
                    ? "This is your own demonstration. Somebody else has to review it."
                    : episode.state === "submitted"
                      ? "You may look at this demonstration, but not review it."
                      : "This demonstration is not waiting for review any more."}
                </Text>
                <Button
                  component={Link}
                  to={others[0] ? `/review/${others[0]}` : "/review"}
                  variant="default"
                  mt="sm"
                >
                  {others[0] ? "Next to review" : "Back to the queue"}
                </Button>
              </div>
            )}
            {episode.reviews.length > 0 && <ReviewList reviews={episode.reviews} />}
          </div>
        }
      />
    </Page>
  );
}
