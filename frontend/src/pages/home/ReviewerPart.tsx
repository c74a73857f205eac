import { Button, Text, Title } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "react-router";
import { useMyStats, useReviewQueue } from "../../api/queries";
import { ErrorState, LoadingRows } from "../../shared/states";
import classes from "./home.module.css";

export function ReviewerPart() {
  const queue = useReviewQueue();
  const stats = useMyStats();
  if (queue.error && !queue.data) return <ErrorState error={queue.error} retry={queue.refetch} />;
  if (!queue.data) return <LoadingRows rows={1} height={92} />;
  const { waiting, own, next } = queue.data;

  return (
    <section className={`pb-panel ${classes.next}`} aria-label="Review">
      <div>
        <Title order={2} size="h2">
          {waiting === 0
            ? "Nothing waits for your review"
            : `${waiting} ${waiting === 1 ? "demonstration waits" : "demonstrations wait"} for your review`}
        </Title>
        <Text c="dimmed" size="sm" mt={4}>
          {own > 0 && `${own} more ${own === 1 ? "is" : "are"} your own, for others to review. `}
          {stats.data &&
            `You reviewed ${stats.data.reviewed_today} today, ${stats.data.reviewed} in all.`}
        </Text>
      </div>
      {next[0] ? (
        <Button
          size="lg"
          component={Link}
          to={`/review/${next[0]}`}
          rightSection={<IconArrowRight size={18} />}
        >
          Start reviewing
        </Button>
      ) : (
        <Button size="md" variant="default" component={Link} to="/episodes">
          Look at episodes
        </Button>
      )}
    </section>
  );
}
