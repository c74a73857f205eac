import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { User } from "../api/types";

interface Props {
  user: User;
  signIn: (username: string, password: string) => Promise<void>;
  onDone: (signedIn: boolean) => void;
}

/** Renews a lapsed session above the page, so that nothing typed below it is lost. */
export function SignInAgain({ user, signIn, onDone }: Props) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError("");
    try {
      await signIn(user.username, password);
      onDone(true);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has ended"
      zIndex={1000}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            Sign in again as <b>{user.username}</b> to go on. What you have typed is still here.
          </Text>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            data-autofocus
            required
            withAsterisk={false}
          />
          {error && <Alert color="red">{error}</Alert>}
          <Group justify="space-between">
            <Button variant="subtle" color="gray" onClick={() => onDone(false)}>
              Leave
            </Button>
            <Button type="submit" loading={busy}>
              Sign in
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
