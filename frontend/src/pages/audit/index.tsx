import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { Fragment, useState } from "react";
import { useAudit } from "../../api/queries";
import { FilterSelect } from "../../shared/FilterSelect";
import { Page } from "../../shared/Page";
import { SearchInput } from "../../shared/SearchInput";
import { EmptyState, ErrorState, LoadingRows } from "../../shared/states";
import { Time } from "../../shared/time";
import { useUrlState } from "../../shared/useUrlState";
import classes from "./audit.module.css";

const TARGETS = [
  { value: "device", label: "Phones" },
  { value: "task", label: "Tasks" },
  { value: "episode", label: "Episodes" },
  { value: "user", label: "People" },
  { value: "apitoken", label: "API tokens" },
];

const SPANS: Record<string, number> = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

export default function Audit() {
  const [filter, setFilter] = useUrlState({ actor: "", verb: "", target: "", span: "" });
  const [since, setSince] = useState(() => sinceOf(filter.span));
  const audit = useAudit({ actor: filter.actor, verb: filter.verb, target: filter.target, since });
  const [open, setOpen] = useState<string | number | null>(null);
  const entries = audit.data?.pages.flatMap((page) => page.results) ?? [];

  return (
    <Page
      title="Audit log"
      description="Every change, who made it and when. Nothing here is ever edited or deleted."
    >
      <Group mb="md" gap="sm">
        <SearchInput
          label="User name"
          value={filter.actor}
          onChange={(actor) => setFilter({ actor })}
        />
        <SearchInput
          label="Verb begins with"
          value={filter.verb}
          onChange={(verb) => setFilter({ verb })}
        />
        <FilterSelect
          label="What was changed"
          all="Everything"
          w={150}
          value={TARGETS.some((t) => t.value === filter.target) ? filter.target : ""}
          onChange={(target) => setFilter({ target })}
          data={TARGETS}
        />
        <FilterSelect
          label="Since when"
          all="At any time"
          w={150}
          value={filter.span}
          onChange={(span) => {
            setFilter({ span });
            setSince(sinceOf(span));
          }}
          data={[
            { value: "hour", label: "Last hour" },
            { value: "day", label: "Last 24 hours" },
            { value: "week", label: "Last 7 days" },
          ]}
        />
      </Group>
      {audit.error && !audit.data ? (
        <ErrorState error={audit.error} retry={audit.refetch} />
      ) : !audit.data ? (
        <LoadingRows rows={12} height={36} />
      ) : entries.length === 0 ? (
        <div className="pb-panel">
          <EmptyState icon={IconHistory} title="No entry fits these filters" />
        </div>
      ) : (
        <Stack>
          <div className="pb-panel" style={{ overflowX: "auto" }}>
            <Table verticalSpacing={8}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>When</Table.Th>
                  <Table.Th>Who</Table.Th>
                  <Table.Th>Did</Table.Th>
                  <Table.Th>To</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {entries.map((entry) => (
                  <Fragment key={entry.id}>
                    <Table.Tr>
                      <Table.Td style={{ whiteSpace: "nowrap" }}>
                        <Time at={entry.at} />
                      </Table.Td>
                      <Table.Td>
                        {entry.actor ?? (
                          <Text c="dimmed" inherit style={{ whiteSpace: "nowrap" }}>
                            the platform
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td style={{ whiteSpace: "nowrap" }}>
                        {Object.keys(entry.details).length > 0 ? (
                          <button
                            type="button"
                            className={classes.verb}
                            aria-expanded={open === entry.id}
                            onClick={() => setOpen(open === entry.id ? null : entry.id)}
                          >
                            {entry.verb}
                          </button>
                        ) : (
                          entry.verb
                        )}
                      </Table.Td>
                      <Table.Td className={classes.target}>
                        <Text size="xs" c="dimmed" span>
                          {entry.target_type}
                        </Text>{" "}
                        {entry.target_name || entry.target_id.slice(0, 8)}
                      </Table.Td>
                    </Table.Tr>
                    {open === entry.id && (
                      <Table.Tr>
                        <Table.Td colSpan={4}>
                          <pre className={classes.details}>
                            {JSON.stringify(entry.details, null, 2)}
                          </pre>
                        </Table.Td>
                      </Table.Tr>
                    )}
                  </Fragment>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          {audit.hasNextPage && (
            <Button
              variant="default"
              style={{ alignSelf: "center" }}
              loading={audit.isFetchingNextPage}
              onClick={() => audit.fetchNextPage()}
            >
              Older entries
            </Button>
          )}
        </Stack>
      )}
    </Page>
  );
}

function sinceOf(span: string): string | undefined {
  const length = SPANS[span];
  return length === undefined ? undefined : new Date(Date.now() - length).toISOString();
}
