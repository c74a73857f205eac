/** What pages read from the server, one hook a thing; keys start with the thing's name, so it can be invalidated. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, ok } from "./client";
import type { operations } from "./schema";
import type { Episode, EpisodeDetail, Page, Queue } from "./types";

type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;

/** Filters come from the address as plain text; empty ones are left out, wrong ones the server refuses. */
type Loose<T> = { [Key in keyof T]?: T[Key] extends number | undefined ? number : string };

function filters<T extends object>(loose: Loose<T>): T {
  return Object.fromEntries(
    Object.entries(loose).filter(([, value]) => value !== "" && value !== undefined),
  ) as T;
}

export const useQueue = (enabled = true) =>
  useQuery({
    queryKey: ["queue"],
    queryFn: () => ok<Queue>(api.GET("/api/queue")),
    refetchInterval: 20_000,
    enabled,
  });

export type TaskFilter = Loose<QueryOf<"tasks_list">>;

export const useTasks = (filter: TaskFilter) =>
  useQuery({
    queryKey: ["tasks", filter],
    queryFn: ({ signal }) =>
      ok(api.GET("/api/tasks", { params: { query: filters(filter) }, signal })),
    placeholderData: keepPreviousData,
  });

export const useDevices = (enabled = true) =>
  useQuery({
    queryKey: ["devices"],
    queryFn: async () =>
      (await ok(api.GET("/api/devices", { params: { query: { page_size: 200 } } }))).results,
    refetchInterval: 5_000,
    enabled,
  });

export type EpisodeFilter = Loose<QueryOf<"episodes_list">>;

export const useEpisodes = (filter: EpisodeFilter) =>
  useQuery({
    queryKey: ["episodes", filter],
    queryFn: ({ signal }) =>
      ok<Page<Episode>>(api.GET("/api/episodes", { params: { query: filters(filter) }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** With a revision number, the episode as it was then; number 0 is as recorded. */
export const useEpisode = (id: string, revision?: number) =>
  useQuery({
    queryKey: ["episode", id, revision ?? "head"],
    queryFn: ({ signal }) =>
      ok(
        api.GET("/api/episodes/{id}", { params: { path: { id }, query: { revision } }, signal }),
      ) as Promise<EpisodeDetail>,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    // While it is recorded or wrapped up, it changes by itself.
    refetchInterval: ({ state: { data } }) =>
      data && (data.saving || data.state === "recording" || data.state === "preparing")
        ? 2_000
        : false,
  });

export const useRevisions = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ["episode", id, "revisions"],
    queryFn: () => ok(api.GET("/api/episodes/{id}/revisions", { params: { path: { id } } })),
    enabled,
  });

export const useReviewQueue = (enabled = true) =>
  useQuery({
    queryKey: ["review-queue"],
    queryFn: () => ok(api.GET("/api/review/queue")),
    refetchInterval: 30_000,
    enabled,
  });

export const useMyStats = () =>
  useQuery({ queryKey: ["stats"], queryFn: () => ok(api.GET("/api/stats/me")) });

export const usePeople = () =>
  useQuery({
    queryKey: ["people"],
    queryFn: async () => {
      const people = [];
      for (let page = 1; ; page++) {
        const part = await ok(
          api.GET("/api/people", { params: { query: { page, page_size: 200 } } }),
        );
        people.push(...part.results);
        if (!part.next) return people;
      }
    },
  });

export const useTokens = () =>
  useQuery({
    queryKey: ["tokens"],
    queryFn: async () => (await ok(api.GET("/api/tokens"))).results,
  });

export type AuditFilter = Loose<QueryOf<"audit_list">>;

/** The newest entries first; older ones on demand. */
export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam: page, signal }) =>
      ok(
        api.GET("/api/audit", {
          params: { query: { ...filters(filter), page, page_size: 50 } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.next ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
