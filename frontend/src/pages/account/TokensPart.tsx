import { ActionIcon, Badge, Button, Group, Text, Tooltip } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { api, ok } from "../../api/client";
import { useTokens } from "../../api/queries";
import type { ApiToken } from "../../api/types";
import { useDialogs } from "../../shared/dialogs";
import { useInvalidate } from "../../shared/invalidate";
import { ErrorState, LoadingRows } from "../../shared/states";
import { Time } from "../../shared/time";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import classes from "./account.module.css";
import { NewTokenDialog } from "./NewTokenDialog";
import { Part } from "./Part";

export function TokensPart() {
  const tokens = useTokens();
  const invalidate = useInvalidate();
  const { confirm } = useDialogs();
  const [making, setMaking] = useState(false);

  const revoke = useAction({
    mutationFn: (token: ApiToken) =>
      ok(api.DELETE("/api/tokens/{id}", { params: { path: { id: token.id } } })),
    onSuccess: () => toast.done("Revoked. Programs that use it are locked out from now on."),
    onError: toast.error,
    onSettled: () => invalidate("tokens"),
  });

  async function ask(token: ApiToken) {
    const sure = await confirm({
      title: `Revoke “${token.name}”?`,
      message: "Programs that use it stop working at once. This cannot be undone.",
      confirm: "Revoke",
      danger: true,
    });
    if (sure) revoke.mutate(token);
  }

  return (
    <Part title="API tokens">
      <Group justify="space-between" mb="md" align="flex-start">
        <Text size="sm" c="dimmed" maw={460}>
          A program signs in with a token instead of your password. Give it no more rights and no
          more time than it needs. The <a href="/api/docs">API's pages</a> say what there is.
        </Text>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setMaking(true)}
        >
          New token
        </Button>
      </Group>
      {tokens.error && !tokens.data ? (
        <ErrorState error={tokens.error} retry={tokens.refetch} />
      ) : !tokens.data ? (
        <LoadingRows rows={2} />
      ) : tokens.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          You have no tokens.
        </Text>
      ) : (
        <ul className={classes.tokens}>
          {tokens.data.map((token) => (
            <li key={token.id}>
              <div style={{ minWidth: 0 }}>
                <Group gap={8}>
                  <Text size="sm" fw={550}>
                    {token.name}
                  </Text>
                  {token.scopes.map((scope) => (
                    <Badge key={scope} color="gray">
                      {scope}
                    </Badge>
                  ))}
                </Group>
                <Text size="xs" c="dimmed" component="div">
                  {token.expires_at && Date.parse(token.expires_at) < Date.now()
                    ? "expired "
                    : "expires "}
                  {token.expires_at ? <Time at={token.expires_at} /> : "never"}, last used{" "}
                  {token.last_used_at ? <Time at={token.last_used_at} /> : "never"}
                </Text>
              </div>
              <Tooltip label="Revoke">
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size="lg"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => ask(token)}
                >
                  <IconTrash size={18} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
      {making && <NewTokenDialog onClose={() => setMaking(false)} />}
    </Part>
  );
}
