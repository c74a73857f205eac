import { Badge, Button, Code, Drawer, Group, Stack, Text } from "@mantine/core";
import { useRevisions } from "../../api/queries";
import type { Episode } from "../../api/types";
import { ErrorState, LoadingRows } from "../../shared/states";
import { Time } from "../../shared/time";

interface Props {
  episode: Episode;
  shown: number | undefined;
  /** Null shows the current revision. */
  onShow: (number: number | null) => void;
  onClose: () => void;
}

const OPS: Record<string, string> = {
  record: "Recorded",
  set_text: "Wrote a thought or instruction",
  delete: "Deleted a step",
  merge: "Merged two steps",
  retarget: "Moved an action's target",
  import: "Imported",
};

/** Who changed what, when and why; any revision can be looked at. */
export function RevisionsDrawer({ episode, shown, onShow, onClose }: Props) {
  const revisions = useRevisions(episode.id, true);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title="History of changes"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {revisions.error ? (
        <ErrorState error={revisions.error} retry={revisions.refetch} />
      ) : !revisions.data ? (
        <LoadingRows />
      ) : (
        <Stack gap="md">
          {revisions.data.map((revision) => {
            const current = revision.is_head ? shown === undefined : shown === revision.number;
            return (
              <Group key={revision.number} justify="space-between" wrap="nowrap" align="flex-start">
                <div style={{ minWidth: 0 }}>
                  <Group gap={6}>
                    <Text size="sm" fw={550}>
                      {revision.number}. {OPS[revision.op] ?? revision.op.replaceAll("_", " ")}
                    </Text>
                    {revision.is_head && <Badge color="green">Current</Badge>}
                  </Group>
                  <Text size="xs" c="dimmed" component="div">
                    {revision.author.name}, <Time at={revision.created_at} />, {revision.n_steps}{" "}
                    steps
                  </Text>
                  {revision.reason && <Text size="sm">{revision.reason}</Text>}
                </div>
                <Button
                  size="xs"
                  variant={current ? "light" : "default"}
                  disabled={current}
                  onClick={() => {
                    onShow(revision.is_head ? null : revision.number);
                    onClose();
                  }}
                >
                  {current ? "Shown" : "Show"}
                </Button>
              </Group>
            );
          })}
          <Text size="xs" c="dimmed">
            Content hash <Code>{episode.content_hash.slice(0, 16)}</Code>
          </Text>
        </Stack>
      )}
    </Drawer>
  );
}
