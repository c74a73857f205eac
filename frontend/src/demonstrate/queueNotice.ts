import type { Queue } from "../api/types";
import { formatDuration } from "../shared/time";

/** What an empty queue really means: nothing left, or all in other people's hands. */
export function queueNotice(queue: Queue): string {
  if (queue.next > 0)
    return queue.next === 1 ? "1 task waits for you." : `${queue.next} tasks wait for you.`;
  if (queue.held_by_others === 0) return "All tasks are done. New ones appear here by themselves.";
  const held = queue.held_by_others === 1 ? "1 task is" : `${queue.held_by_others} tasks are`;
  const frees =
    queue.oldest_frees_in_s === null
      ? ""
      : ` The oldest frees in ${formatDuration(queue.oldest_frees_in_s)} at the latest, unless it is finished.`;
  return `Nothing is free right now: ${held} held by others.${frees}`;
}
