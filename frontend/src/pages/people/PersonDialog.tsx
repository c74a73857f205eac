import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  PasswordInput,
  Stack,
  Switch,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import { api, ok } from "../../api/client";
import { ApiError } from "../../api/http";
import type { Account, NewAccount, Role } from "../../api/types";
import { useUser } from "../../app/session";
import { useInvalidate } from "../../shared/invalidate";
import { Secret } from "../../shared/Secret";
import { toast } from "../../shared/toast";
import { useAction } from "../../shared/useAction";
import { ROLES } from "./roles";

interface Props {
  /** Null makes a new account. */
  person: Account | null;
  onClose: () => void;
}

export function PersonDialog({ person, onClose }: Props) {
  const me = useUser();
  const invalidate = useInvalidate();
  const [username, setUsername] = useState(person?.username ?? "");
  const [name, setName] = useState(person?.name ?? "");
  const [roles, setRoles] = useState<string[]>(person?.roles ?? ["annotator"]);
  const [active, setActive] = useState(person?.is_active ?? true);
  const [password, setPassword] = useState("");
  const myself = person?.id === me.id;

  const save = useAction({
    mutationFn: () => {
      const body = {
        name: name.trim(),
        roles: roles as Role[],
        ...(password ? { password } : {}),
      };
      return person
        ? ok<NewAccount>(
            api.PATCH("/api/people/{id}", {
              params: { path: { id: person.id } },
              body: { ...body, ...(myself ? {} : { is_active: active }) },
            }),
          )
        : ok<NewAccount>(api.POST("/api/people", { body: { ...body, username: username.trim() } }));
    },
    onSuccess: (saved) => {
      void invalidate("people", ...(myself ? ["session"] : []));
      if (!saved.first_password) {
        toast.done(person ? "Saved." : `${saved.username} can sign in now.`);
        onClose();
      }
    },
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const first = save.data?.first_password;

  return (
    <Modal
      opened
      onClose={onClose}
      title={person ? person.username : "New person"}
      closeOnClickOutside={!first}
    >
      {first ? (
        <Stack>
          <Secret text={first}>
            {`The first password of ${save.data?.username}. It is shown only this once; hand it over in person.`}
          </Secret>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <Stack>
            {!person && (
              <TextInput
                label="User name"
                data-autofocus
                required
                autoCapitalize="none"
                autoComplete="off"
                value={username}
                error={fields.username?.[0]}
                onChange={(event) => setUsername(event.currentTarget.value)}
              />
            )}
            <TextInput
              label="Name"
              description="As colleagues see it"
              autoComplete="off"
              value={name}
              error={fields.name?.[0]}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox.Group
              label="Roles"
              value={roles}
              onChange={setRoles}
              error={fields.roles?.[0]}
            >
              <Stack gap="xs" mt={6}>
                {ROLES.map((role) => (
                  <Checkbox key={role.value} {...role} />
                ))}
              </Stack>
            </Checkbox.Group>
            <PasswordInput
              label={person ? "New password" : "First password"}
              description={
                person ? "Leave empty to keep the old one" : "Leave empty to have one made"
              }
              autoComplete="new-password"
              value={password}
              error={fields.password?.join(" ")}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {person && !myself && (
              <Switch
                label="May sign in"
                description="Switched off, all sessions and tokens stop working; what they did stays."
                checked={active}
                onChange={(event) => setActive(event.currentTarget.checked)}
              />
            )}
            {save.error && Object.keys(fields).length === 0 && (
              <Alert color="red">{save.error.message}</Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={save.isPending} disabled={!person && !username.trim()}>
                {person ? "Save" : "Create"}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
