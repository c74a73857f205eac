import { Badge } from "@mantine/core";

/** What the criteria add up to. */
export function SuccessBadge({ success }: { success: boolean | null }) {
  if (success === null) return <Badge color="yellow">Open</Badge>;
  return success ? <Badge color="green">Success</Badge> : <Badge color="red">Failure</Badge>;
}
