import { Button, Group, Stack, Switch, Textarea, TextInput, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, ok } from "../../api/client";
import type { Device } from "../../api/types";
import { devicesKey } from "../../devices/devices";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import classes from "./phone.module.css";

type Change = Partial<{ name: string; note: string; maintenance: boolean }>;

/** A lead's tools: the phone's name and note, and setting it aside. */
export function Maintenance({ device }: { device: Device }) {
  const client = useQueryClient();
  const [name, setName] = useState(device.name);
  const [note, setNote] = useState(device.note ?? "");
  useEffect(() => setName(device.name), [device.name]);
  useEffect(() => setNote(device.note ?? ""), [device.note]);
  const change = useAction({
    mutationFn: (body: Change) =>
      ok(api.PATCH("/api/devices/{id}", { params: { path: { id: device.id } }, body })),
    onError: toast.error,
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey }),
  });
  const dirty = name.trim() !== device.name || note !== (device.note ?? "");
  return (
    <section className={`pb-panel ${classes.card}`}>
      <Title order={2} size="h3" className={classes.cardTitle}>
        Upkeep
      </Title>
      <Stack gap="sm">
        <Switch
          label="In maintenance"
          description="Nobody can use the phone meanwhile."
          checked={device.state === "maintenance"}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ maintenance: event.currentTarget.checked })}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate({ name: name.trim(), note });
          }}
        >
          <Stack gap="xs">
            <TextInput
              label="Name"
              size="xs"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Textarea
              label="Note"
              size="xs"
              autosize
              minRows={2}
              maxRows={6}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button
                type="submit"
                size="xs"
                variant="default"
                disabled={!dirty || !name.trim()}
                loading={change.isPending}
              >
                Save
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </section>
  );
}
