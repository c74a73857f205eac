import { Group, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

/** The browser tab's title; also announced as the page's heading. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title ? `${title} · PhoneBuddy` : "PhoneBuddy";
  }, [title]);
}

interface Props {
  title: string;
  /** Shown instead of the plain title where a page wants more than words. */
  heading?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page's frame: title in tab and heading, actions to the right, focus moved to the heading on arrival. */
export function Page({ title, heading, description, actions, children }: Props) {
  usePageTitle(title);
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="lg" gap="md">
        <div style={{ minWidth: 0, flex: "1 1 16rem" }}>
          <Title order={1} ref={ref} tabIndex={-1} style={{ overflowWrap: "anywhere" }}>
            {heading ?? title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" mt={4} component="div">
              {description}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </>
  );
}
