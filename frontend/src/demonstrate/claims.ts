import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, ok } from "../api/client";
import { ApiError } from "../api/http";
import type { Claim, Queue } from "../api/types";
import { useInvalidate } from "../shared/invalidate";
import { toast } from "../shared/toast";
import { useAction } from "../shared/useAction";

/** Claims one task, or the next of the queue. */
export function useClaim() {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: (task?: number) => ok(api.POST("/api/queue/claim", { body: { task } })),
    onSuccess: (claim) => {
      client.setQueryData<Queue>(["queue"], (old) => old && { ...old, mine: claim });
    },
    onError: (problem) => {
      toast.error(
        problem instanceof ApiError && problem.code === "queue_empty"
          ? new Error("Somebody else was faster: no task is free right now.")
          : problem,
      );
    },
    onSettled: () => invalidate("queue", "tasks"),
  });
}

/** The ways out of a claim; a broken phone ends the recording, but the task stays mine. */
export type ClaimEnd =
  | { how: "release"; reason?: string }
  | { how: "skip" | "infeasible"; reason: string }
  | { how: "phone_broken"; reason: string; device: string };

const ENDED: Record<ClaimEnd["how"], string> = {
  release: "The task is free for others again.",
  skip: "Skipped. You will not be offered this task again.",
  infeasible: "Reported as infeasible. Thank you.",
  phone_broken: "The phone is reported broken; choose another one.",
};

/** Gives a claim up in one of its ways; the reason goes with it. */
export function useEndClaim() {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: ({ claim, ...end }: { claim: string } & ClaimEnd) => {
      const params = { path: { id: claim } };
      if (end.how === "phone_broken") {
        const { device, reason } = end;
        return ok(api.POST("/api/claims/{id}/phone_broken", { params, body: { device, reason } }));
      }
      return ok(
        api.POST(`/api/claims/{id}/${end.how}`, { params, body: { reason: end.reason ?? "" } }),
      );
    },
    onSuccess: (_, { how }) => toast.done(ENDED[how]),
    onError: toast.error,
    onSettled: () => invalidate("queue", "tasks", "devices", "stats"),
  });
}

/** Keeps a claim alive while it is on the screen. */
export function useClaimHeartbeat(claim: Claim | null) {
  const invalidate = useInvalidate();
  const id = claim?.id;
  const every = claim?.heartbeat_s ?? 30;
  useEffect(() => {
    if (!id) return;
    const timer = setInterval(() => {
      ok(api.POST("/api/claims/{id}/heartbeat", { params: { path: { id } } })).catch((problem) => {
        // Expired or taken: the queue knows what is true now.
        if (problem instanceof ApiError && problem.status >= 400) void invalidate("queue", "tasks");
      });
    }, every * 1000);
    return () => clearInterval(timer);
  }, [id, every, invalidate]);
}

export type Start = { claim: string } | { free: true } | { baseline: true };

/** Leases and resets the phone; answers with an episode that is being prepared. */
export function useStartEpisode() {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: (start: Start & { device: string }) =>
      ok(api.POST("/api/episodes", { body: { free: false, baseline: false, ...start } })),
    onSettled: () => invalidate("queue", "devices", "episodes", "stats"),
  });
}
