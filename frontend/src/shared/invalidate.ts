import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Marks things as changed on the server, by the first word of their query key. */
export function useInvalidate() {
  const client = useQueryClient();
  return useCallback(
    (...things: string[]) =>
      Promise.all(things.map((thing) => client.invalidateQueries({ queryKey: [thing] }))),
    [client],
  );
}
