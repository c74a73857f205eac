import { Table, Title } from "@mantine/core";
import classes from "./files.module.css";
import { bytes } from "./progress";
import type { FileAbout } from "./types";

/** The files that something consists of, each with its size and hash. */
export function FileTable({ files }: { files: FileAbout[] }) {
  if (files.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keyboard too
    <section className={`pb-panel ${classes.files}`} tabIndex={0} aria-label="Files">
      <Title order={2}>Files</Title>
      <Table horizontalSpacing={0} verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Size</Table.Th>
            <Table.Th>SHA-256</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map(({ name, size, sha256 }) => (
            <Table.Tr key={name}>
              <Table.Td pr="lg">{name}</Table.Td>
              <Table.Td pr="lg" className="pb-numbers" style={{ whiteSpace: "nowrap" }}>
                {bytes(size)}
              </Table.Td>
              <Table.Td className={classes.hash} title={sha256}>
                {sha256.slice(0, 16)}…
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
