import { Button, Group, Modal, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import { useInvalidate } from "../../shared/invalidate";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";

export const POLICIES: Record<string, string> = {
  endpoint: "OpenAI-compatible endpoint",
  oracle: "Scripted oracle",
  random: "Random taps",
  human: "A person",
  transformers: "Local checkpoint",
};
const DIALECTS = [
  "phonebuddy-json",
  "phonebuddy-xml",
  "mobile-use",
  "mobile-use-1000",
  "ui-tars",
  "ui-tars-1.5",
  "autoglm",
  "android-world",
  "android-control",
];
const BLANK = {
  name: "",
  description: "",
  policy: "endpoint",
  dialect: "phonebuddy-json",
  observation: "screenshot",
  base_url: "",
  model: "",
  api_key_env: "",
  error_rate: 0 as number | string,
};

export function NewAgent({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="New agent">
      {opened && <Form onDone={onClose} />}
    </Modal>
  );
}

function Form({ onDone }: { onDone: () => void }) {
  const [form, setForm] = useState(BLANK);
  const invalidate = useInvalidate();
  const set = (part: Partial<typeof BLANK>) => setForm((old) => ({ ...old, ...part }));
  const make = useAction({
    mutationFn: () => {
      const { base_url, model, api_key_env, error_rate, ...fields } = form;
      const settings =
        form.policy === "endpoint"
          ? { base_url, model, ...(api_key_env ? { api_key_env } : {}) }
          : form.policy === "oracle"
            ? { error_rate: Number(error_rate) / 100 }
            : {};
      return ok(api.POST("/api/agents", { body: { ...fields, settings } as never }));
    },
    onSuccess: () => {
      void invalidate("agents");
      toast.done("Made.");
      onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0)
        toast.error(error);
    },
  });
  const wrong = make.error instanceof ApiError ? make.error.fields : {};
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={100}
          value={form.name}
          error={wrong.name?.join(" ")}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Description"
          value={form.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <Select
          label="Policy"
          allowDeselect={false}
          value={form.policy}
          onChange={(policy) => set({ policy: policy ?? "endpoint" })}
          data={["endpoint", "oracle", "random", "human"].map((value) => ({
            value,
            label: POLICIES[value] as string,
          }))}
        />
        {form.policy === "endpoint" && (
          <>
            <TextInput
              label="Address"
              placeholder="http://127.0.0.1:8080/v1"
              required
              value={form.base_url}
              error={wrong.settings?.join(" ")}
              onChange={(event) => set({ base_url: event.currentTarget.value })}
            />
            <TextInput
              label="Model"
              required
              value={form.model}
              onChange={(event) => set({ model: event.currentTarget.value })}
            />
            <TextInput
              label="Variable that holds the key"
              description="Its name in the workers' environment; the key itself is never stored here."
              value={form.api_key_env}
              onChange={(event) => set({ api_key_env: event.currentTarget.value })}
            />
            <Group grow>
              <Select
                label="Dialect"
                allowDeselect={false}
                value={form.dialect}
                onChange={(dialect) => set({ dialect: dialect ?? "phonebuddy-json" })}
                data={DIALECTS}
              />
              <Select
                label="Sees"
                allowDeselect={false}
                value={form.observation}
                onChange={(observation) => set({ observation: observation ?? "screenshot" })}
                data={[
                  { value: "screenshot", label: "Screenshot" },
                  { value: "tree", label: "UI tree as text" },
                  { value: "both", label: "Both" },
                ]}
              />
            </Group>
          </>
        )}
        {form.policy === "oracle" && (
          <NumberInput
            label="Injected errors"
            suffix=" %"
            min={0}
            max={100}
            value={form.error_rate}
            error={wrong.settings?.join(" ")}
            onChange={(error_rate) => set({ error_rate })}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={make.isPending}>
            Make it
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
