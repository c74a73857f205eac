import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, ok } from "../api/client";
import { ApiError } from "../api/http";
import { useInvalidate } from "../shared/invalidate";
import { toast } from "../shared/toast";
import { useAction } from "../shared/useAction";
import type { Named } from "./types";

/** Opens and closes the dialog that makes an agent of a checkpoint. */
export function usePromote() {
  const [checkpoint, setCheckpoint] = useState<Named | null>(null);
  return { checkpoint, open: setCheckpoint, close: () => setCheckpoint(null) };
}

export function PromoteDialog({ checkpoint, close }: ReturnType<typeof usePromote>) {
  return (
    <Modal opened={checkpoint !== null} onClose={close} title="Make an agent of it">
      {checkpoint && <Form checkpoint={checkpoint} onDone={close} />}
    </Modal>
  );
}

function Form({ checkpoint, onDone }: { checkpoint: Named; onDone: () => void }) {
  const [name, setName] = useState(checkpoint.name);
  const [description, setDescription] = useState("");
  const invalidate = useInvalidate();
  const promote = useAction({
    mutationFn: () =>
      ok(
        api.POST("/api/training/checkpoints/{id}/promote", {
          params: { path: { id: checkpoint.id } },
          body: { name, description },
        }),
      ),
    onSuccess: ({ agent }) => {
      toast.done(`${agent?.name ?? name} can run now: it stands among the agents.`);
      void invalidate("agents", "checkpoint", "checkpoints", "job");
      onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError && (error.fields.name || error.code === "name_taken")))
        toast.error(error);
    },
  });
  const wrong = promote.error instanceof ApiError ? promote.error : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        promote.mutate();
      }}
    >
      <Stack>
        <Text size="sm">
          It can then be run on phones, watched, and measured in a campaign like any other agent.
        </Text>
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={100}
          value={name}
          error={
            wrong?.fields.name?.join(" ") ?? (wrong?.code === "name_taken" ? wrong.message : null)
          }
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={promote.isPending}>
            Make it
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
