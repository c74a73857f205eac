import { Alert, Button, Group, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import { IconPlus, IconShieldHalf, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import type { GuardRule } from "../../api/types";
import { useDialogs } from "../../shared/dialogs";
import { useInvalidate } from "../../shared/invalidate";
import { Page } from "../../shared/Page";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import classes from "./guard.module.css";

const useRules = () =>
  useQuery({
    queryKey: ["guard-rules"],
    queryFn: ({ signal }) => ok<GuardRule[]>(api.GET("/api/guard-rules", { signal })),
  });

export default function GuardRules() {
  const rules = useRules();
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title="Guard rules"
      description="What an agent may not touch on a real phone without a person's word. It stops before such an element and waits; whoever watches the run allows it, or takes over."
      actions={
        <Button
          leftSection={<IconPlus size={16} />}
          disabled={adding}
          onClick={() => setAdding(true)}
        >
          New rule
        </Button>
      }
    >
      {rules.error && !rules.data ? (
        <ErrorState error={rules.error} retry={rules.refetch} />
      ) : !rules.data ? (
        <LoadingRows rows={4} height={110} />
      ) : (
        <Stack gap="md">
          {adding && <Rule onDone={() => setAdding(false)} />}
          {rules.data.every(({ active }) => !active) && (
            <Alert color="orange" icon={<IconShieldHalf size={18} />} title="No rule holds">
              Agents on real phones may pay, send, delete and call without asking anyone.
            </Alert>
          )}
          {rules.data.length === 0 && !adding && (
            <div className="pb-panel">
              <EmptyState icon={IconShieldHalf} title="No rules">
                A rule is a name and the words that an element says: pay, send, delete, call.
              </EmptyState>
            </div>
          )}
          {rules.data.map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </Stack>
      )}
    </Page>
  );
}

/** One rule in fields; without one, a new rule. Saved when one says so. */
function Rule({ rule, onDone }: { rule?: GuardRule; onDone?: () => void }) {
  const stored = { name: rule?.name ?? "", words: rule?.words ?? [], active: rule?.active ?? true };
  const [typed, setTyped] = useState(stored);
  const set = (part: Partial<typeof typed>) => setTyped((old) => ({ ...old, ...part }));
  const changed = JSON.stringify(typed) !== JSON.stringify(stored);
  const invalidate = useInvalidate();
  const { confirm } = useDialogs();
  const save = useAction({
    mutationFn: () =>
      rule
        ? ok(
            api.PATCH("/api/guard-rules/{id}", {
              params: { path: { id: rule.id } },
              body: typed,
            }),
          )
        : ok(api.POST("/api/guard-rules", { body: typed })),
    onSuccess: async () => {
      await invalidate("guard-rules");
      toast.done("Saved. Agents keep to it from their next action.");
      onDone?.();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) toast.error(error);
    },
  });
  const remove = useAction({
    mutationFn: (id: number) =>
      ok(api.DELETE("/api/guard-rules/{id}", { params: { path: { id } } })),
    onSuccess: () => invalidate("guard-rules"),
    onError: toast.error,
  });
  const wrong = save.error instanceof ApiError ? save.error : null;
  const named = wrong?.fields.name?.join(" ") ?? (wrong?.code === "name_taken" && wrong.message);

  async function askToRemove(id: number) {
    const sure = await confirm({
      title: `Remove the rule “${stored.name}”?`,
      message: "Agents on real phones no longer ask before they touch what it names.",
      confirm: "Remove",
      danger: true,
    });
    if (sure) remove.mutate(id);
  }

  return (
    <form
      className={`pb-panel ${classes.rule}`}
      aria-label={rule ? `Rule ${rule.name}` : "New rule"}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextInput
        label="Name"
        required
        maxLength={40}
        placeholder="pay"
        data-autofocus={!rule || undefined}
        value={typed.name}
        error={named || undefined}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TagsInput
        label="Words that the element says"
        description="In any language. Enter or a comma ends a word."
        placeholder={typed.words.length === 0 ? "pay, buy, 支付" : undefined}
        splitChars={[",", "、", "，"]}
        value={typed.words}
        error={wrong?.fields.words?.join(" ")}
        onChange={(words) => set({ words })}
      />
      <Group justify="space-between" className={classes.foot}>
        <Switch
          label="Holds"
          checked={typed.active}
          onChange={(event) => set({ active: event.currentTarget.checked })}
        />
        <Group gap="xs">
          {wrong && !named && !wrong.fields.words && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {wrong.message}
            </Text>
          )}
          {rule ? (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} />}
              onClick={() => askToRemove(rule.id)}
            >
              Remove…
            </Button>
          ) : (
            <Button variant="default" onClick={onDone}>
              Cancel
            </Button>
          )}
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Group>
    </form>
  );
}
