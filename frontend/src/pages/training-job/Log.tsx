import { Button, Group, Switch, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, ok } from "../../api/client";
import { ErrorState } from "../../shared/states";
import { isOver } from "../../training/labels";
import { whileItGrows } from "../../training/queries";
import type { JobDetail } from "../../training/types";
import classes from "./job.module.css";

/** So much of the log is kept on the page; the whole of it can be downloaded. */
const KEPT = 200_000;

/** The end of the trainer's log, growing; followed until one scrolls up to read. */
export function Log({ job }: { job: JobDetail }) {
  const [log, setLog] = useState({ text: "", next: -1 });
  const [follow, setFollow] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const over = isOver(job.state);
  const part = useQuery({
    queryKey: ["job", job.id, "log"],
    queryFn: async ({ signal }) => {
      const after = log.next < 0 ? undefined : log.next;
      const params = { path: { id: job.id }, query: { after } };
      const part = await ok(api.GET("/api/training/jobs/{id}/log", { params, signal }));
      return { ...part, after, live: !over, more: part.text !== "" };
    },
    refetchInterval: ({ state: { data } }) => whileItGrows(!over, data),
    gcTime: 0,
  });
  useEffect(() => {
    const fresh = part.data;
    if (!fresh) return;
    setLog((old) => {
      if (old.next >= 0 && fresh.after !== old.next) return old; // answers an earlier question
      return { text: (old.text + fresh.text).slice(-KEPT), next: fresh.next };
    });
  }, [part.data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new text is what moves it
  useEffect(() => {
    const { current } = box;
    if (follow && current) current.scrollTop = current.scrollHeight;
  }, [log.text, follow]);

  if (part.error && !part.data)
    return <ErrorState error={part.error} retry={() => part.refetch()} />;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Switch
          label="Follow"
          checked={follow}
          onChange={(event) => setFollow(event.currentTarget.checked)}
        />
        <Button
          component="a"
          href={`/api/training/jobs/${job.id}/log/download`}
          download
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
        >
          Download
        </Button>
      </Group>
      {log.text === "" ? (
        <Text c="dimmed" size="sm">
          {over ? "It wrote nothing." : "Nothing yet."}
        </Text>
      ) : (
        <div
          ref={box}
          className={classes.log}
          role="log"
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keyboard too
          tabIndex={0}
          aria-label="Log"
          data-owns-keys
          onWheel={(event) => event.deltaY < 0 && setFollow(false)}
          onKeyDown={(event) =>
            ["ArrowUp", "PageUp", "Home"].includes(event.key) && setFollow(false)
          }
        >
          {log.text}
        </div>
      )}
    </>
  );
}
