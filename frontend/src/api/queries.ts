/** What pages read from the server, one hook a thing; keys start with the thing's name, so it can be invalidated. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { http } from "./http";
import type {
  Account,
  ApiToken,
  AuditEntry,
  Device,
  Episode,
  EpisodeDetail,
  MyStats,
  Page,
  Queue,
  ReviewQueue,
  Revision,
  Task,
} from "./types";

export const useQueue = (enabled = true) =>
  useQuery({
    queryKey: ["queue"],
    queryFn: () => http.get<Queue>("/api/queue"),
    refetchInterval: 20_000,
    enabled,
  });

export interface TaskFilter {
  search?: string;
  category?: string;
  suite?: string;
  available?: boolean;
  page?: number;
  page_size?: number;
}

export const useTasks = (filter: TaskFilter) =>
  useQuery({
    queryKey: ["tasks", filter],
    queryFn: ({ signal }) => http.get<Page<Task>>("/api/tasks", { ...filter }, signal),
    placeholderData: keepPreviousData,
  });

/** A list that an endpoint serves whole, or as its first page. */
function rows<T>(data: Page<T> | T[]): T[] {
  return Array.isArray(data) ? data : data.results;
}

export const useDevices = (enabled = true) =>
  useQuery({
    queryKey: ["devices"],
    queryFn: async () =>
      rows(await http.get<Page<Device> | Device[]>("/api/devices", { page_size: 200 })),
    refetchInterval: 5_000,
    enabled,
  });

export interface EpisodeFilter {
  state?: string;
  mine?: boolean;
  kind?: string;
  author?: string;
  task?: string;
  search?: string;
  ordering?: string;
  page?: number;
  page_size?: number;
}

export const useEpisodes = (filter: EpisodeFilter) =>
  useQuery({
    queryKey: ["episodes", filter],
    queryFn: ({ signal }) => http.get<Page<Episode>>("/api/episodes", { ...filter }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** With a revision number, the episode as it was then; number 0 is as recorded. */
export const useEpisode = (id: string, revision?: number) =>
  useQuery({
    queryKey: ["episode", id, revision ?? "head"],
    queryFn: ({ signal }) => http.get<EpisodeDetail>(`/api/episodes/${id}`, { revision }, signal),
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
    queryFn: async () =>
      rows(await http.get<Page<Revision> | Revision[]>(`/api/episodes/${id}/revisions`)),
    enabled,
  });

export const useReviewQueue = (enabled = true) =>
  useQuery({
    queryKey: ["review-queue"],
    queryFn: () => http.get<ReviewQueue>("/api/review/queue"),
    refetchInterval: 30_000,
    enabled,
  });

export const useMyStats = () =>
  useQuery({ queryKey: ["stats"], queryFn: () => http.get<MyStats>("/api/stats/me") });

export const usePeople = () =>
  useQuery({
    queryKey: ["people"],
    queryFn: async () =>
      rows(await http.get<Page<Account> | Account[]>("/api/people", { page_size: 500 })),
  });

export const useTokens = () =>
  useQuery({
    queryKey: ["tokens"],
    queryFn: async () => rows(await http.get<Page<ApiToken> | ApiToken[]>("/api/tokens")),
  });

export interface AuditFilter {
  actor?: string;
  verb?: string;
  target?: string;
  since?: string;
}

/** The newest entries first; older ones on demand. */
export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam, signal }) =>
      http.get<Page<AuditEntry>>(
        "/api/audit",
        { ...filter, page: pageParam, page_size: 50 },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.next ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
