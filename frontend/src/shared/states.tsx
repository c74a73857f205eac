import { Alert, Button, Skeleton, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconAlertTriangle, type IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { ApiError } from "../api/http";

interface EmptyProps {
  icon: ComponentType<IconProps>;
  title: string;
  /** 1 where this is all the page shows. */
  order?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
}

/** Says what would stand here, and what to do next. */
export function EmptyState({ icon: Icon, title, order = 2, children, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon size={52} radius="xl" variant="light">
        <Icon size={26} stroke={1.6} />
      </ThemeIcon>
      <Title order={order} size="h2" mt={4}>
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw={420}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}

/** An error in plain words with a way to try again, where that can help. */
export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={missing ? "Not found" : "This did not work"}
      radius="lg"
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <span>{missing ? "It does not exist, or it is not yours to see." : error.message}</span>
        {retry && !missing && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

export function LoadingRows({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="xs" aria-busy="true" aria-label="Loading" role="status">
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={i} height={height} radius="md" />
      ))}
    </Stack>
  );
}
