import { useMatches } from "@mantine/core";

/** Where there is room next to the bar: it stands beside the phone, on a narrow screen below it. */
export function useBarSide(): "top" | "right-start" {
  return useMatches({ base: "top", sm: "right-start" });
}
