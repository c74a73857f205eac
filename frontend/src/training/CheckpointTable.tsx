import { Anchor, Badge, Table, Text } from "@mantine/core";
import { Link } from "react-router";
import { Time } from "../shared/time";
import { labelOf } from "./charts";
import { JOB_KINDS } from "./labels";
import { headline } from "./metrics";
import { bytes } from "./progress";
import type { Checkpoint, JobKind } from "./types";

export const kindOf = (kind: string) => JOB_KINDS[kind as JobKind] ?? labelOf(kind);

export function CheckpointTable({
  checkpoints,
  job = true,
}: {
  checkpoints: Checkpoint[];
  /** Tell which job made each. */
  job?: boolean;
}) {
  const heads = ["Checkpoint", "Made by", "From", "Measured", "Step", "Size", "Agent", "Made"];
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {heads
            .filter((head) => job || head !== "Made by")
            .map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {checkpoints.map((each) => (
          <Table.Tr key={each.id} opacity={each.deleted_at ? 0.6 : 1}>
            <Table.Td style={{ minWidth: 180 }}>
              <Anchor component={Link} to={`/training/checkpoints/${each.id}`} c="inherit" fw={550}>
                {each.name}
              </Anchor>
              {each.deleted_at && (
                <Badge ml="xs" color="gray">
                  Deleted
                </Badge>
              )}
              <Text size="xs" c="dimmed">
                {kindOf(each.kind)}, {each.backbone}
              </Text>
            </Table.Td>
            {job && (
              <Table.Td style={{ minWidth: 130 }}>
                {each.job ? (
                  <Anchor component={Link} to={`/training/${each.job.id}`} size="sm">
                    {each.job.name}
                  </Anchor>
                ) : (
                  "–"
                )}
              </Table.Td>
            )}
            <Table.Td style={{ minWidth: 120 }}>
              {each.parent ? (
                <Anchor component={Link} to={`/training/checkpoints/${each.parent.id}`} size="sm">
                  {each.parent.name}
                </Anchor>
              ) : each.dataset ? (
                <Anchor component={Link} to={`/training/datasets/${each.dataset.id}`} size="sm">
                  {each.dataset.name}
                </Anchor>
              ) : (
                "–"
              )}
            </Table.Td>
            <Table.Td style={{ whiteSpace: "nowrap" }} className="pb-numbers">
              {headline(each.metrics)}
            </Table.Td>
            <Table.Td className="pb-numbers">{each.step}</Table.Td>
            <Table.Td className="pb-numbers" style={{ whiteSpace: "nowrap" }}>
              {bytes(each.size)}
            </Table.Td>
            <Table.Td>{each.agent?.name ?? "–"}</Table.Td>
            <Table.Td style={{ whiteSpace: "nowrap" }}>
              <Time at={each.created_at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
