import { Avatar, Badge, Button, Group, Table, Text, VisuallyHidden } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { usePeople } from "../../api/queries";
import type { Account } from "../../api/types";
import { FilterSelect } from "../../shared/FilterSelect";
import { Page } from "../../shared/Page";
import { SearchInput } from "../../shared/SearchInput";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { Time } from "../../shared/time";
import { useUrlState } from "../../shared/useUrlState";
import { PersonDialog } from "./PersonDialog";
import { ROLES } from "./roles";

export default function People() {
  const people = usePeople();
  const [filter, setFilter] = useUrlState({ search: "", role: "" });
  const [edited, setEdited] = useState<Account | "new" | null>(null);

  const shown = useMemo(() => {
    const words = filter.search.toLowerCase();
    return (people.data ?? []).filter(
      (person) =>
        `${person.username} ${person.name}`.toLowerCase().includes(words) &&
        (!filter.role || person.roles.some((role) => role === filter.role)),
    );
  }, [people.data, filter]);

  return (
    <Page
      title="People"
      description="Who may do what. Every change is in the audit log."
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited("new")}>
          New person
        </Button>
      }
    >
      <Group mb="md" gap="sm">
        <SearchInput
          label="Search people"
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <FilterSelect
          label="Role"
          all="Every role"
          w={160}
          value={filter.role}
          onChange={(role) => setFilter({ role })}
          data={ROLES.map(({ value, label }) => ({ value, label }))}
        />
      </Group>
      {people.error && !people.data ? (
        <ErrorState error={people.error} retry={people.refetch} />
      ) : !people.data ? (
        <LoadingRows rows={8} height={52} />
      ) : shown.length === 0 ? (
        <div className="pb-panel">
          <EmptyState icon={IconUsers} title="Nobody fits this search" />
        </div>
      ) : (
        <div className="pb-panel" style={{ overflowX: "auto" }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Person</Table.Th>
                <Table.Th>Roles</Table.Th>
                <Table.Th visibleFrom="sm">Last here</Table.Th>
                <Table.Th>
                  <VisuallyHidden>Edit</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((person) => (
                <Table.Tr key={person.id}>
                  <Table.Td>
                    <Group gap="sm" wrap="nowrap">
                      <Avatar
                        name={person.name || person.username}
                        color={person.is_active ? "pine" : "gray"}
                        size={32}
                        radius="xl"
                      />
                      <div>
                        <Text size="sm" fw={550}>
                          {person.name || person.username}
                        </Text>
                        <Text size="xs" c="dimmed">
                          {person.username}
                        </Text>
                      </div>
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={4}>
                      {!person.is_active && <Badge color="red">Deactivated</Badge>}
                      {person.roles.map((role) => (
                        <Badge key={role} color={role === "admin" ? "orange" : "gray"}>
                          {role}
                        </Badge>
                      ))}
                      {person.roles.length === 0 && (
                        <Text size="xs" c="dimmed">
                          none
                        </Text>
                      )}
                    </Group>
                  </Table.Td>
                  <Table.Td visibleFrom="sm" style={{ whiteSpace: "nowrap" }}>
                    {person.last_login ? (
                      <Time at={person.last_login} />
                    ) : (
                      <Text c="dimmed" inherit>
                        never
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setEdited(person)}
                      aria-label={`Edit ${person.username}`}
                    >
                      Edit
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {edited && (
        <PersonDialog person={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}
