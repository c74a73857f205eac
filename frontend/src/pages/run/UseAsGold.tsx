import { Button, Modal, SegmentedControl, Select, Stack, Text, Textarea } from "@mantine/core";
import { IconMedal } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, ok } from "../../api/client";
import type { RunDetail } from "../../api/types";
import { useCampaigns } from "../../campaigns/queries";
import { useInvalidate } from "../../shared/invalidate";
import { ErrorState, LoadingRows } from "../../shared/states";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";

const GRADED = ["agent_done", "agent_gave_up", "step_limit", "time_limit"];

/** A run whose right grade is known becomes a gold item: every evaluator of a campaign grades it. */
export function UseAsGold({ run }: { run: RunDetail }) {
  const [opened, setOpened] = useState(false);
  if (run.state !== "ended" || !GRADED.includes(run.ending ?? "")) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMedal size={16} />}
        onClick={() => setOpened(true)}
      >
        Use as gold item
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Gold item" size="lg">
        {opened && <Form run={run} onDone={() => setOpened(false)} />}
      </Modal>
    </>
  );
}

function Form({ run, onDone }: { run: RunDetail; onDone: () => void }) {
  const [campaign, setCampaign] = useState<string | null>(null);
  const [phase, setPhase] = useState("hidden");
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [explanation, setExplanation] = useState("");
  const campaigns = useCampaigns();
  const invalidate = useInvalidate();
  const rubric = useQuery({
    queryKey: ["rubric", run.task.id],
    queryFn: () => ok(api.GET("/api/tasks/{id}/rubric", { params: { path: { id: run.task.id } } })),
  });
  const add = useAction({
    mutationFn: () =>
      ok(
        api.POST("/api/campaigns/{id}/gold", {
          params: { path: { id: campaign ?? "" } },
          body: { run: run.id, answers, phase, explanation } as never,
        }),
      ),
    onSuccess: () => {
      toast.done("Every evaluator of that campaign will grade it.");
      void invalidate("campaign");
      onDone();
    },
    onError: toast.error,
  });
  if (rubric.error) return <ErrorState error={rubric.error} />;
  if (!rubric.data) return <LoadingRows rows={4} />;
  const { criteria } = rubric.data;
  const fit = (campaigns.data?.results ?? []).filter(
    (one) => one.state !== "closed" && one.id !== run.campaign,
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack>
        <Select
          label="Campaign"
          description="Not the run’s own: there it would count twice."
          required
          value={campaign}
          onChange={setCampaign}
          data={fit.map((one) => ({ value: one.id, label: one.name }))}
          nothingFoundMessage="No other campaign is open"
        />
        <SegmentedControl
          aria-label="When evaluators meet it"
          value={phase}
          onChange={setPhase}
          data={[
            { value: "hidden", label: "Hidden among the others" },
            { value: "training", label: "For training, answer shown" },
          ]}
        />
        {criteria.map((criterion) => (
          <div key={criterion.id}>
            <Text size="sm" mb={4}>
              {criterion.position}. {criterion.text}
              {criterion.negative && " (a harm)"}
            </Text>
            <SegmentedControl
              aria-label={criterion.text}
              value={answers[criterion.id] ?? ""}
              onChange={(value) => setAnswers((old) => ({ ...old, [criterion.id]: value }))}
              data={[
                ...(answers[criterion.id] ? [] : [{ value: "", label: "–", disabled: true }]),
                { value: "y", label: "Yes" },
                { value: "n", label: "No" },
              ]}
            />
          </div>
        ))}
        {phase === "training" && (
          <Textarea
            label="Why these answers are right"
            autosize
            minRows={2}
            value={explanation}
            onChange={(event) => setExplanation(event.currentTarget.value)}
          />
        )}
        <Button
          type="submit"
          loading={add.isPending}
          disabled={!campaign || criteria.some((criterion) => !answers[criterion.id])}
        >
          Add it
        </Button>
      </Stack>
    </form>
  );
}
