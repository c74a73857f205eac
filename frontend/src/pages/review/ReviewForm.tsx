import { Alert, Button, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { api, ok } from "../../api/client";
import type { Episode, Quality, ReviewVerdict } from "../../api/types";
import { QUALITIES } from "../../episode/labels";
import { useInvalidate } from "../../shared/invalidate";
import { useShortcuts } from "../../shared/shortcuts";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";

interface Props {
  episode: Episode;
  /** The next demonstration in the queue, opened after handing this one's review in. */
  next: string | undefined;
}

const CHOICES: {
  verdict: ReviewVerdict;
  label: string;
  key: string;
  color: string;
  icon: typeof IconCheck;
}[] = [
  { verdict: "accept", label: "Accept", key: "a", color: "pine", icon: IconCheck },
  { verdict: "send_back", label: "Send back", key: "s", color: "#b34700", icon: IconArrowBackUp },
  { verdict: "reject", label: "Reject", key: "r", color: "red.8", icon: IconX },
];

const PROMPTS: Record<ReviewVerdict, string> = {
  accept: "What makes it good? The author sees this.",
  send_back: "What has to change? The author sees this and edits.",
  reject: "Why can it not be used? The author sees this.",
};

const DONE: Record<ReviewVerdict, string> = {
  accept: "Accepted.",
  send_back: "Sent back to its author.",
  reject: "Rejected.",
};

/** The verdict with its reason; handing it in opens the next one. */
export function ReviewForm({ episode, next }: Props) {
  const [verdict, setVerdict] = useState<ReviewVerdict | null>(null);
  const [quality, setQuality] = useState<Quality>("good");
  const [reason, setReason] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const navigate = useNavigate();
  const invalidate = useInvalidate();

  const review = useAction({
    mutationFn: (chosen: ReviewVerdict) =>
      ok(
        api.POST("/api/episodes/{id}/review", {
          params: { path: { id: episode.id } },
          body: {
            verdict: chosen,
            quality: chosen === "accept" ? quality : null,
            reason: reason.trim(),
          },
        }),
      ),
    onSuccess: (_, chosen) => {
      toast.done(DONE[chosen]);
      void invalidate("review-queue", "episodes", "episode", "stats");
      navigate(next ? `/review/${next}` : "/review");
    },
  });

  function choose(chosen: ReviewVerdict) {
    setVerdict(chosen);
    // After the key itself was handled, or its letter would be typed into the field.
    setTimeout(() => field.current?.focus(), 0);
  }

  const ready = verdict !== null && reason.trim() !== "" && !review.isPending;

  function handIn() {
    if (verdict !== null && ready) review.mutate(verdict);
  }

  useShortcuts("Review", [
    ...CHOICES.map(({ verdict: v, label, key }) => ({ keys: key, label, run: () => choose(v) })),
    {
      keys: "mod+Enter",
      label: "Hand in and open the next",
      run: handIn,
      disabled: !ready,
    },
  ]);

  return (
    <form
      aria-label="Your review"
      onSubmit={(event) => {
        event.preventDefault();
        handIn();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && ready) {
          event.preventDefault();
          handIn();
        }
      }}
    >
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          Your review
        </Text>
        <Group gap="xs" grow preventGrowOverflow={false} role="group" aria-label="Verdict">
          {CHOICES.map(({ verdict: v, label, key, color, icon: Icon }) => (
            <Button
              key={v}
              variant={verdict === v ? "filled" : "default"}
              color={color === "pine" ? undefined : color}
              leftSection={<Icon size={16} />}
              aria-pressed={verdict === v}
              aria-keyshortcuts={key}
              onClick={() => choose(v)}
            >
              {label}
            </Button>
          ))}
        </Group>
        {verdict === "accept" && (
          <SegmentedControl
            aria-label="Quality"
            fullWidth
            value={quality}
            onChange={(value) => setQuality(value as Quality)}
            data={Object.entries(QUALITIES).map(([value, label]) => ({ value, label }))}
          />
        )}
        {verdict && (
          <>
            <Textarea
              ref={field}
              label="Reason"
              description={PROMPTS[verdict]}
              required
              autosize
              minRows={2}
              maxRows={8}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            {review.error && <Alert color="red">{review.error.message}</Alert>}
            <Group justify="space-between">
              <Text size="xs" c="dimmed">
                Ctrl + Enter hands it in
              </Text>
              <Button type="submit" disabled={!ready} loading={review.isPending}>
                {next ? "Hand in and next" : "Hand in"}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
}
