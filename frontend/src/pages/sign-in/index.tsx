import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { ApiError } from "../../api/http";
import { useSession } from "../../app/session";
import { Mark } from "../../shared/Logo";
import { usePageTitle } from "../../shared/Page";
import classes from "./SignIn.module.css";

/** Only paths inside this app; anything else could lead a person away from it. */
export function safeNext(next: string | null): string {
  return next?.startsWith("/") && !next.startsWith("//") && !next.includes("\\") ? next : "/";
}

function explain(problem: unknown): string {
  if (problem instanceof ApiError && problem.status === 429) {
    return `Too many attempts. ${/\d/.test(problem.message) ? problem.message : "Wait a minute and try again."}`;
  }
  return problem instanceof Error ? problem.message : String(problem);
}

export default function SignIn() {
  usePageTitle("Sign in");
  const { user, signIn } = useSession();
  const [params] = useSearchParams();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  if (user) return <Navigate to={safeNext(params.get("next"))} replace />;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError("");
    try {
      await signIn(username.trim(), password);
    } catch (problem) {
      setError(explain(problem));
      setPassword("");
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className={classes.page}>
      <Stack gap="lg" w="100%" maw={380}>
        <Stack align="center" gap={10}>
          <Mark size={52} />
          <Title order={1} fz="1.5rem">
            Sign in to PhoneBuddy
          </Title>
          <Text c="dimmed" size="sm" ta="center">
            Show phones how it is done, step by step.
          </Text>
        </Stack>
        <Paper withBorder p="xl" className={classes.card}>
          <form onSubmit={submit}>
            <Stack>
              {error && (
                <Alert color="red" role="alert">
                  {error}
                </Alert>
              )}
              <TextInput
                label="User name"
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                required
                withAsterisk={false}
                value={username}
                onChange={(event) => setUsername(event.currentTarget.value)}
              />
              <PasswordInput
                label="Password"
                name="password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <Button type="submit" loading={busy} fullWidth mt="xs">
                Sign in
              </Button>
            </Stack>
          </form>
        </Paper>
        <Text c="dimmed" size="xs" ta="center">
          No account, or the password is lost? An administrator can help.
        </Text>
      </Stack>
    </main>
  );
}
