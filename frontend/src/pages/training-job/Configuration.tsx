import { Select, Table, Text } from "@mantine/core";
import { useState } from "react";
import { ErrorState, LoadingRows } from "../../shared/states";
import { told } from "../../training/fields";
import { useDiff, useJobs } from "../../training/queries";
import type { FieldValue, JobDetail } from "../../training/types";
import classes from "./job.module.css";

/** Everything the job was told; or only where it differs from another. */
export function Configuration({ job }: { job: JobDetail }) {
  const [other, setOther] = useState("");
  const jobs = useJobs({}, 200);
  return (
    <>
      <Select
        label="Compare with"
        placeholder="Another job"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Compare with none" }}
        mb="md"
        maw={420}
        value={other || null}
        onChange={(value) => setOther(value ?? "")}
        data={(jobs.data?.results ?? [])
          .filter(({ id }) => id !== job.id)
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className={`pb-panel ${classes.scroll}`}>
        {other ? <Differences job={job} other={other} /> : <Whole job={job} />}
      </div>
    </>
  );
}

function Whole({ job }: { job: JobDetail }) {
  const about = new Map(job.about.map((field) => [field.name, field]));
  return (
    <Table>
      <Table.Tbody>
        {Object.entries(job.config).map(([name, value]) => {
          const field = about.get(name);
          const changed = field !== undefined && field.default !== value;
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row" className={classes.setting}>
                {field?.label ?? name}
                {field?.help && (
                  <Text size="xs" c="dimmed" fw={400}>
                    {field.help}
                  </Text>
                )}
              </Table.Th>
              <Table.Td className="pb-numbers" fw={changed ? 600 : undefined}>
                {told(value as FieldValue, field)}
                {changed && (
                  <Text size="xs" c="dimmed" fw={400}>
                    usually {told(field.default, field)}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function Differences({ job, other }: { job: JobDetail; other: string }) {
  const diff = useDiff(job.id, other);
  if (diff.error) return <ErrorState error={diff.error} retry={() => diff.refetch()} />;
  if (!diff.data) return <LoadingRows rows={4} height={36} />;
  if (diff.data.length === 0) {
    return (
      <Text p="md" size="sm">
        Both were told the same.
      </Text>
    );
  }
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Setting</Table.Th>
          <Table.Th>This job</Table.Th>
          <Table.Th>The other</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {diff.data.map(({ name, label, mine, theirs }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" className={classes.setting}>
              {label}
            </Table.Th>
            <Table.Td className="pb-numbers">{told(mine)}</Table.Td>
            <Table.Td className="pb-numbers">{told(theirs)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
