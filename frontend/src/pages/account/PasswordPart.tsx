import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import { useSession, useUser } from "../../app/session";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { Part } from "./Part";

export function PasswordPart() {
  const user = useUser();
  const { refresh } = useSession();
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const [again, setAgain] = useState("");
  const differ = again !== "" && again !== fresh;

  const change = useAction({
    mutationFn: () => ok(api.POST("/api/me/password", { body: { current, new: fresh } })),
    onSuccess: () => {
      setCurrent("");
      setFresh("");
      setAgain("");
      toast.done("Password changed. Other sessions are signed out.");
      return refresh();
    },
  });
  const fields = change.error instanceof ApiError ? change.error.fields : {};

  return (
    <Part title="Password">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!differ) change.mutate();
        }}
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user.username}
          readOnly
          hidden
        />
        <Stack maw={360}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={current}
            error={fields.current?.[0]}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description="At least 8 characters, and not a common word"
            autoComplete="new-password"
            minLength={8}
            required
            withAsterisk={false}
            value={fresh}
            error={fields.new?.join(" ")}
            onChange={(event) => setFresh(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password again"
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={again}
            error={differ && "The two are not the same."}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
          {change.error && Object.keys(fields).length === 0 && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {change.error.message}
            </Text>
          )}
          <Group>
            <Button
              type="submit"
              variant="default"
              disabled={!current || !fresh || fresh !== again}
              loading={change.isPending}
            >
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}
