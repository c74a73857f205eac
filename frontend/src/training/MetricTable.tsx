import { Table } from "@mantine/core";
import { rowsOf } from "./metrics";
import type { Metrics } from "./types";

/** What was measured; a suite's categories stand indented below it. */
export function MetricTable({ metrics }: { metrics: Metrics }) {
  return (
    <Table verticalSpacing={6} horizontalSpacing={0}>
      <Table.Tbody>
        {rowsOf(metrics).map(({ label, value, part }) => (
          <Table.Tr key={`${label} ${value}`}>
            <Table.Td pl={part ? "md" : 0} c={part ? "dimmed" : undefined}>
              {label}
            </Table.Td>
            <Table.Td ta="right" className="pb-numbers">
              {value}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
