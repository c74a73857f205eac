import {
  Button,
  Group,
  Modal,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import type { Campaign } from "../../api/types";
import { useEvaluators, useSuites } from "../../campaigns/queries";
import { useAgents } from "../../runs/queries";
import { useInvalidate } from "../../shared/invalidate";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** A draft to change; without one a new campaign is planned. */
  campaign?: Campaign;
}

export function PlanDialog({ opened, onClose, campaign }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={campaign ? "Change the plan" : "New campaign"}
    >
      {opened && <Form campaign={campaign} onDone={onClose} />}
    </Modal>
  );
}

function planOf(campaign?: Campaign) {
  return {
    name: campaign?.name ?? "",
    description: campaign?.description ?? "",
    suite: campaign?.suite.name ?? "",
    agents: campaign?.agents.map((agent) => String(agent.id)) ?? [],
    evaluators: campaign?.evaluators.map((person) => String(person.id)) ?? [],
    attempts: campaign?.attempts ?? 1,
    overlap: campaign?.overlap ?? 2,
    retries: campaign?.retries ?? 2,
    device_kind: campaign?.device_kind ?? "any",
    seed: campaign?.seed ?? 1,
  };
}

function Form({ campaign, onDone }: { campaign?: Campaign; onDone: () => void }) {
  const [plan, setPlan] = useState(() => planOf(campaign));
  const set = (part: Partial<typeof plan>) => setPlan((old) => ({ ...old, ...part }));
  const suites = useSuites();
  const agents = useAgents();
  const evaluators = useEvaluators();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const keep = useAction({
    mutationFn: () => {
      const body = {
        ...plan,
        agents: plan.agents.map(Number),
        evaluators: plan.evaluators.map(Number),
      } as never;
      return campaign
        ? ok<Campaign>(
            api.PATCH("/api/campaigns/{id}", { params: { path: { id: campaign.id } }, body }),
          )
        : ok<Campaign>(api.POST("/api/campaigns", { body }));
    },
    onSuccess: (made) => {
      void invalidate("campaigns", "campaign");
      onDone();
      if (!campaign) navigate(`/campaigns/${made.id}`);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0)
        toast.error(error);
    },
  });
  const wrong = keep.error instanceof ApiError ? keep.error.fields : {};
  const error = (name: string) => wrong[name]?.join(" ");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate();
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={120}
          value={plan.name}
          error={error("name")}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Textarea
          label="What it is for"
          autosize
          minRows={1}
          value={plan.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <Select
          label="Suite"
          description="Frozen, with its rubrics, when the campaign is launched."
          required
          searchable
          value={plan.suite || null}
          error={error("suite")}
          onChange={(suite) => set({ suite: suite ?? "" })}
          data={(suites.data ?? []).map((suite) => ({
            value: suite.name,
            label: `${suite.title || suite.name}: ${suite.n_tasks} tasks, ${suite.n_rubrics} with a rubric`,
          }))}
        />
        <MultiSelect
          label="Agents"
          description="In the order of the report."
          searchable
          value={plan.agents}
          error={error("agents")}
          onChange={(chosen) => set({ agents: chosen })}
          data={(agents.data ?? [])
            .filter((agent) => !agent.archived)
            .map((agent) => ({ value: String(agent.id), label: agent.name }))}
        />
        <MultiSelect
          label="Evaluators"
          description="Only those who are neither lead nor researcher: they must not see which agent it was."
          searchable
          value={plan.evaluators}
          error={error("evaluators")}
          onChange={(chosen) => set({ evaluators: chosen })}
          data={(evaluators.data ?? []).map((person) => ({
            value: String(person.id),
            label: person.name || person.username,
          }))}
        />
        <Group grow align="flex-start">
          <NumberInput
            label="Attempts a task"
            min={1}
            max={20}
            value={plan.attempts}
            error={error("attempts")}
            onChange={(value) => set({ attempts: Number(value) })}
          />
          <NumberInput
            label="Grades a run"
            min={1}
            max={9}
            value={plan.overlap}
            error={error("overlap")}
            onChange={(value) => set({ overlap: Number(value) })}
          />
          <NumberInput
            label="Retries"
            description="After trouble with the phone"
            min={0}
            max={9}
            value={plan.retries}
            error={error("retries")}
            onChange={(value) => set({ retries: Number(value) })}
          />
        </Group>
        <Group grow align="flex-start">
          <Select
            label="Phones"
            allowDeselect={false}
            value={plan.device_kind}
            onChange={(kind) => set({ device_kind: (kind ?? "any") as typeof plan.device_kind })}
            data={[
              { value: "any", label: "Any phone" },
              { value: "mock", label: "Mock phones" },
              { value: "real", label: "Real phones" },
              { value: "stand-in", label: "Stand-ins for real phones" },
            ]}
          />
          <NumberInput
            label="Seed"
            description="Of the order of runs and grades"
            min={0}
            value={plan.seed}
            error={error("seed")}
            onChange={(value) => set({ seed: Number(value) })}
          />
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={keep.isPending}>
            {campaign ? "Save" : "Make the draft"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
