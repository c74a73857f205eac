import { Alert, Button, Checkbox, Group, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, ok } from "../../api/client";
import type { Scope } from "../../api/types";
import { useInvalidate } from "../../shared/invalidate";
import { Secret } from "../../shared/Secret";
import { useAction } from "../../shared/useAction";

const SCOPES = [
  { value: "read", label: "Read", description: "See what you may see" },
  { value: "devices", label: "Drive phones", description: "Take, drive and release phones" },
  {
    value: "annotate",
    label: "Annotate",
    description: "Claim tasks, record and hand in demonstrations",
  },
  { value: "review", label: "Review", description: "Accept, send back, reject" },
  { value: "grade", label: "Grade", description: "Grade the runs of agents" },
  {
    value: "admin",
    label: "Administer",
    description: "People, tasks and everything else you may change",
  },
];

const DAY = 86_400_000;

/** Makes a token; its text is shown once and never again. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(["read"]);
  const [days, setDays] = useState("90");

  const make = useAction({
    mutationFn: () =>
      ok(
        api.POST("/api/tokens", {
          body: {
            name: name.trim(),
            scopes: scopes as Scope[],
            expires_at: new Date(Date.now() + Number(days) * DAY - 60_000).toISOString(),
          },
        }),
      ),
    onSuccess: () => invalidate("tokens"),
  });

  return (
    <Modal opened onClose={onClose} title="New API token" closeOnClickOutside={!make.data}>
      {make.data ? (
        <Stack>
          <Secret text={make.data.token}>
            Copy the token now. It is shown only this once; only its fingerprint is kept.
          </Secret>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate();
          }}
        >
          <Stack>
            <TextInput
              label="Name"
              placeholder="What will use it"
              data-autofocus
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox.Group label="It may" value={scopes} onChange={setScopes}>
              <Stack gap="xs" mt={6}>
                {SCOPES.map((scope) => (
                  <Checkbox key={scope.value} {...scope} />
                ))}
              </Stack>
            </Checkbox.Group>
            <Select
              label="It expires after"
              allowDeselect={false}
              value={days}
              onChange={(value) => value && setDays(value)}
              data={[
                { value: "1", label: "1 day" },
                { value: "7", label: "7 days" },
                { value: "30", label: "30 days" },
                { value: "90", label: "90 days" },
                { value: "365", label: "1 year" },
              ]}
            />
            {make.error && <Alert color="red">{make.error.message}</Alert>}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                type="submit"
                disabled={!name.trim() || scopes.length === 0}
                loading={make.isPending}
              >
                Make token
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
