import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, http } from "../api/http";
import type { Claim, Episode, Queue } from "../api/types";
import { useInvalidate } from "../shared/invalidate";
import { toast } from "../shared/toast";

/** Claims one task, or the next of the queue. */
export function useClaim() {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (task?: string | number) =>
      http.post<Claim>("/api/queue/claim", task === undefined ? {} : { task }),
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

export type ClaimEnd = "release" | "skip" | "infeasible" | "phone_broken";

const ENDED: Record<ClaimEnd, string> = {
  release: "The task is free for others again.",
  skip: "Skipped. You will not be offered this task again.",
  infeasible: "Reported as infeasible. Thank you.",
  phone_broken: "The phone is reported broken; choose another one.",
};

/** Gives a claim up in one of its ways; the reason goes with it. */
export function useEndClaim() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({
      claim,
      how,
      ...body
    }: {
      claim: string;
      how: ClaimEnd;
      reason?: string;
      device?: string;
    }) => http.post(`/api/claims/${claim}/${how}`, body),
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
      http.post(`/api/claims/${id}/heartbeat`).catch((problem) => {
        // Expired or taken: the queue knows what is true now.
        if (problem instanceof ApiError && problem.status >= 400) void invalidate("queue", "tasks");
      });
    }, every * 1000);
    return () => clearInterval(timer);
  }, [id, every, invalidate]);
}

export type Start = { claim: string } | { free: true };

/** Leases and resets the phone; answers with an episode that is being prepared. */
export function useStartEpisode() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: Start & { device: string }) => http.post<Episode>("/api/episodes", body),
    onSettled: () => invalidate("queue", "devices", "episodes", "stats"),
  });
}
