import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, ok } from "../api/client";
import type { Page } from "../api/types";
import { isOver } from "./labels";
import { append, type ProgressLine } from "./progress";
import type {
  Checkpoint,
  CheckpointDetail,
  Dataset,
  DatasetDetail,
  DatasetRow,
  FieldDiff,
  Job,
  JobDetail,
  KindAbout,
  Sample,
} from "./types";

export const A_PAGE = 50;
const LIVE_MS = 2_000;

/** Filters come from the address as plain text; empty ones are left out. */
function filled(filter: object): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
}

export interface JobFilter {
  search: string;
  state: string;
  kind: string;
  page: string;
}

export const useJobs = (filter: Partial<JobFilter>, size = A_PAGE) =>
  useQuery({
    queryKey: ["jobs", filter, size],
    queryFn: ({ signal }) => {
      const query = { ...filled(filter), page_size: size } as never;
      return ok(api.GET("/api/training/jobs", { params: { query }, signal })) as Promise<Page<Job>>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.results.some(({ state }) => !isOver(state)) ? 3_000 : 15_000,
  });

export const useJob = (id: string) =>
  useQuery({
    queryKey: ["job", id],
    queryFn: ({ signal }) =>
      ok(
        api.GET("/api/training/jobs/{id}", { params: { path: { id } }, signal }),
      ) as Promise<JobDetail>,
    refetchInterval: ({ state: { data } }) => (data && isOver(data.state) ? 30_000 : LIVE_MS),
  });

/** What has grown is asked for while it may grow, and once its job has ended until an answer brings nothing more. */
export function whileItGrows(live: boolean, last?: { live: boolean; more: boolean }) {
  return live || last?.live || last?.more ? LIVE_MS : false;
}

/** All progress lines so far; after the first answer only new ones are asked for. */
export function useProgress(id: string, live: boolean): ProgressLine[] | null {
  const [known, setKnown] = useState<{ lines: ProgressLine[]; next: number } | null>(null);
  const query = useQuery({
    queryKey: ["job", id, "progress"],
    queryFn: async ({ signal }) => {
      const after = known?.next ?? 0;
      const params = { path: { id }, query: { after } };
      const part = await ok(api.GET("/api/training/jobs/{id}/progress", { params, signal }));
      return { ...part, after, live, more: part.lines.length > 0 };
    },
    refetchInterval: ({ state: { data } }) => whileItGrows(live, data),
    gcTime: 0,
  });
  const part = query.data;
  useEffect(() => {
    if (!part) return;
    setKnown((old) => {
      if (part.reset || !old) return { lines: append([], part.lines), next: part.next };
      if (part.after !== old.next) return old; // an answer to an earlier question
      return part.lines.length > 0
        ? { lines: append(old.lines, part.lines), next: part.next }
        : old;
    });
  }, [part]);
  return known?.lines ?? null;
}

export const useSampleSteps = (id: string, live: boolean) =>
  useQuery({
    queryKey: ["job", id, "samples"],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      const { steps } = await ok(api.GET("/api/training/jobs/{id}/samples", { params, signal }));
      return { steps, live, more: false };
    },
    select: ({ steps }) => steps,
    refetchInterval: ({ state: { data } }) => whileItGrows(live, data),
  });

export const useSamples = (id: string, step: number | undefined) =>
  useQuery({
    queryKey: ["job", id, "samples", step],
    queryFn: ({ signal }) => {
      const path = { id, step: String(step) };
      const answer = api.GET("/api/training/jobs/{id}/samples/{step}", {
        params: { path },
        signal,
      });
      return ok(answer) as unknown as Promise<Sample[]>; // as the trainer wrote them
    },
    enabled: step !== undefined,
    placeholderData: keepPreviousData,
  });

export const useDiff = (id: string, other: string) =>
  useQuery({
    queryKey: ["job", id, "diff", other],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { with: other } };
      return ok(api.GET("/api/training/jobs/{id}/diff", { params, signal })) as Promise<
        FieldDiff[]
      >;
    },
    enabled: other !== "",
  });

export const useJobOptions = () =>
  useQuery({
    queryKey: ["job-options"],
    queryFn: async ({ signal }) =>
      (await ok(api.GET("/api/training/jobs/options", { signal }))).kinds as KindAbout[],
    staleTime: 300_000,
  });

export interface CheckpointFilter {
  search: string;
  kind: string;
  page: string;
}

export const useCheckpoints = (filter: Partial<CheckpointFilter>, size = A_PAGE) =>
  useQuery({
    queryKey: ["checkpoints", filter, size],
    queryFn: ({ signal }) => {
      const query = { ...filled(filter), page_size: size } as never;
      return ok(api.GET("/api/training/checkpoints", { params: { query }, signal })) as Promise<
        Page<Checkpoint>
      >;
    },
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const useCheckpoint = (id: string) =>
  useQuery({
    queryKey: ["checkpoint", id],
    queryFn: ({ signal }) =>
      ok(
        api.GET("/api/training/checkpoints/{id}", { params: { path: { id } }, signal }),
      ) as Promise<CheckpointDetail>,
  });

export interface DatasetFilter {
  search: string;
  purpose: string;
  page: string;
}

export const useDatasets = (filter: Partial<DatasetFilter>, size = A_PAGE) =>
  useQuery({
    queryKey: ["datasets", filter, size],
    queryFn: ({ signal }) => {
      const query = { ...filled(filter), page_size: size } as never;
      return ok(api.GET("/api/training/datasets", { params: { query }, signal })) as Promise<
        Page<Dataset>
      >;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.results.some(({ state }) => state === "building") ? 2_000 : 30_000,
  });

export const useDataset = (id: string) =>
  useQuery({
    queryKey: ["dataset", id],
    queryFn: ({ signal }) =>
      ok(
        api.GET("/api/training/datasets/{id}", { params: { path: { id } }, signal }),
      ) as Promise<DatasetDetail>,
    refetchInterval: ({ state: { data } }) => (data?.state === "building" ? 1_500 : false),
  });

export const useDatasetFilters = () =>
  useQuery({
    queryKey: ["dataset-filters"],
    queryFn: async ({ signal }) =>
      (await ok(api.GET("/api/training/datasets/filters", { signal }))).fields,
  });

export const EPISODES_A_PAGE = 25;

export const useDatasetEpisodes = (id: string, page: number) =>
  useQuery({
    queryKey: ["dataset", id, "episodes", page],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { page, page_size: EPISODES_A_PAGE } as never };
      return ok(
        api.GET("/api/training/datasets/{id}/episodes", { params, signal }),
      ) as unknown as Promise<Page<DatasetRow>>; // paged by hand
    },
    placeholderData: keepPreviousData,
  });

export const useDatasetEpisode = (id: string, index: number | null) =>
  useQuery({
    queryKey: ["dataset", id, "episode", index],
    queryFn: ({ signal }) => {
      const path = { id, index: String(index) };
      return ok(
        api.GET("/api/training/datasets/{id}/episodes/{index}", { params: { path }, signal }),
      ) as Promise<Sample>;
    },
    enabled: index !== null,
  });
