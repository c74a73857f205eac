import {
  Button,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
  useMantineColorScheme,
} from "@mantine/core";
import { useState } from "react";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import type { ThemeChoice } from "../../api/types";
import { useSession, useUser } from "../../app/session";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { Part } from "./Part";

const ZONES = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

export function ProfilePart() {
  const user = useUser();
  const { refresh } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const [name, setName] = useState(user.name);
  const [zone, setZone] = useState(user.time_zone);
  const [theme, setTheme] = useState<ThemeChoice>(user.theme);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const save = useAction({
    mutationFn: () =>
      ok(api.PATCH("/api/me", { body: { name: name.trim(), time_zone: zone, theme } })),
    onSuccess: () => {
      toast.done("Saved.");
      return refresh();
    },
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const changed = name !== user.name || zone !== user.time_zone || theme !== user.theme;

  return (
    <Part title="Profile">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextInput label="User name" value={user.username} readOnly variant="filled" maw={360} />
          <TextInput
            label="Name"
            description="As colleagues see it"
            maxLength={150}
            maw={360}
            value={name}
            error={fields.name?.[0]}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Time zone"
            description={zone === here ? "The one of this computer" : `This computer is in ${here}`}
            searchable
            maw={360}
            limit={60}
            allowDeselect={false}
            data={ZONES}
            value={zone}
            error={fields.time_zone?.[0]}
            onChange={(value) => value && setZone(value)}
          />
          <div>
            <Text size="sm" fw={500} mb={4} id="theme-label">
              Appearance
            </Text>
            <SegmentedControl
              aria-labelledby="theme-label"
              value={theme}
              onChange={(value) => {
                setTheme(value as ThemeChoice);
                setColorScheme(value === "system" ? "auto" : (value as "light" | "dark"));
              }}
              data={[
                { value: "system", label: "Like the system" },
                { value: "light", label: "Light" },
                { value: "dark", label: "Dark" },
              ]}
            />
          </div>
          {save.error && Object.keys(fields).length === 0 && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {save.error.message}
            </Text>
          )}
          <Group>
            <Button type="submit" disabled={!changed} loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}
