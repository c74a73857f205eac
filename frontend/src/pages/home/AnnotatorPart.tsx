import { Button, Stack, Text, Title } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useMyStats, useQueue } from "../../api/queries";
import { ClaimCard } from "../../demonstrate/ClaimCard";
import { useClaim } from "../../demonstrate/claims";
import { queueNotice } from "../../demonstrate/queueNotice";
import { EpisodeRow } from "../../episode/EpisodeRow";
import { ReviewNote } from "../../episode/ReviewNote";
import { ErrorState, LoadingRows } from "../../shared/states";
import classes from "./home.module.css";
import { Stats } from "./Stats";

export function AnnotatorPart() {
  const queue = useQueue();
  const stats = useMyStats();
  const claim = useClaim();

  if (queue.error && !queue.data) return <ErrorState error={queue.error} retry={queue.refetch} />;
  if (!queue.data) return <LoadingRows rows={3} height={92} />;
  const { mine, next, sent_back } = queue.data;

  return (
    <Stack gap="lg">
      {mine ? (
        <ClaimCard claim={mine} />
      ) : (
        <section className={`pb-panel ${classes.next}`} aria-label="Next task">
          <div>
            <Title order={2} size="h2">
              Show how a task is done
            </Title>
            <Text c="dimmed" size="sm" mt={4} maw={560}>
              {queueNotice(queue.data)}
            </Text>
          </div>
          <Button
            size="lg"
            disabled={next === 0}
            loading={claim.isPending}
            rightSection={<IconArrowRight size={18} />}
            onClick={() => claim.mutate(undefined)}
          >
            Claim next task
          </Button>
        </section>
      )}

      {sent_back.length > 0 && (
        <section aria-label="Sent back to you">
          <Title order={2} size="h2" mb="xs">
            Sent back to you
          </Title>
          <div className="pb-panel">
            {sent_back.map((episode) => (
              <EpisodeRow key={episode.id} episode={episode} to={`/demonstrations/${episode.id}`}>
                <ReviewNote episode={episode} />
              </EpisodeRow>
            ))}
          </div>
        </section>
      )}

      <section aria-label="My demonstrations">
        <Title order={2} size="h2" mb="xs">
          My demonstrations
        </Title>
        {stats.error && !stats.data ? (
          <ErrorState error={stats.error} retry={stats.refetch} />
        ) : (
          <Stats
            figures={[
              { label: "Done today", value: stats.data?.done_today },
              { label: "Drafts", value: stats.data?.drafts },
              { label: "Sent back", value: stats.data?.sent_back, urgent: true },
              { label: "In review", value: stats.data?.submitted },
              { label: "Accepted", value: stats.data?.accepted },
            ]}
          />
        )}
      </section>
    </Stack>
  );
}
