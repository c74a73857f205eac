import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/http";

/** Retrying helps when the server is restarting; it never helps against "no". */
function worthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return failures < 2 && (status === 0 || status >= 500);
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // "always": the platform often runs on this very machine, which may have no network at all.
      queries: { networkMode: "always", retry: worthRetrying, staleTime: 5_000 },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
