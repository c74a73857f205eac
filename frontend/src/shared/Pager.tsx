import { Group, Pagination, Text } from "@mantine/core";

interface Props {
  page: number;
  size: number;
  count: number;
  onPage: (page: number) => void;
}

export function Pager({ page, size, count, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(count / size));
  if (count === 0) return null;
  return (
    <Group justify="space-between" mt="md">
      <Text size="xs" c="dimmed" className="pb-numbers">
        {(page - 1) * size + 1} to {Math.min(count, page * size)} of {count}
      </Text>
      {pages > 1 && (
        <Pagination
          size="sm"
          value={page}
          total={pages}
          onChange={onPage}
          getControlProps={(control) => ({ "aria-label": `${control} page` })}
          getItemProps={(item) => ({ "aria-label": `page ${item}` })}
        />
      )}
    </Group>
  );
}
