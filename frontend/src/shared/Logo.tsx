import { Group, Text } from "@mantine/core";

/** The mark: a phone with a fingertip on it. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#176b60" />
      <rect
        x="10"
        y="5"
        width="12"
        height="22"
        rx="3.5"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
      />
      <circle cx="16" cy="15.5" r="2.6" fill="#84d0c0" />
      <path d="M14 23.5h4" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

export function Logo() {
  return (
    <Group gap={9} wrap="nowrap">
      <Mark />
      <Text span fw={650} fz="1rem" lts="-0.01em">
        PhoneBuddy
      </Text>
    </Group>
  );
}
