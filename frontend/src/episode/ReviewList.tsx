import { Text } from "@mantine/core";
import type { Review } from "../api/types";
import { Time } from "../shared/time";
import { QUALITIES, VERDICTS } from "./labels";

/** What reviewers have said so far, the newest first. */
export function ReviewList({ reviews }: { reviews: Review[] }) {
  const sorted = [...reviews].sort((a, b) => b.created_at.localeCompare(a.created_at));
  return (
    <section aria-label="Reviews">
      <Text size="sm" fw={600} mb={4}>
        Reviews
      </Text>
      {sorted.map((review) => (
        <div key={review.created_at} style={{ marginBottom: 8 }}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {review.reason}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {VERDICTS[review.verdict]}
            {review.quality && `, ${QUALITIES[review.quality].toLowerCase()}`} by{" "}
            {review.reviewer.name}, <Time at={review.created_at} />
          </Text>
        </div>
      ))}
    </section>
  );
}
