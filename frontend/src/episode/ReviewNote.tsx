import { Text } from "@mantine/core";
import type { Episode } from "../api/types";
import { Time } from "../shared/time";
import classes from "./episode.module.css";
import { VERDICTS } from "./labels";

/** The latest review's words, as the author has to see them. */
export function ReviewNote({ episode }: { episode: Episode }) {
  const last = [...episode.reviews].sort((a, b) => a.created_at.localeCompare(b.created_at)).pop();
  if (!last?.reason) return null;
  return (
    <div className={classes.quote} data-verdict={last.verdict}>
      {last.reason}
      <Text size="xs" c="dimmed" mt={2}>
        {VERDICTS[last.verdict]} by {last.reviewer.name}, <Time at={last.created_at} />
      </Text>
    </div>
  );
}
