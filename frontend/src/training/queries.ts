import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { http } from "../api/http";
import type { Page } from "../api/types";
import { isOver } from "./labels";
import { append, type ProgressLine } from "./progress";
import type {
  Checkpoint,
  CheckpointDetail,
  Dataset,
  DatasetDetail,
  DatasetFilterField,
  DatasetRow,
  FieldDiff,
  Job,
  JobDetail,
  KindAbout,
  Sample,
} from "./types";

export const A_PAGE = 50;
const LIVE_MS = 2_000;

export interface JobFilter {
  search: string;
  state: string;
  kind: string;
  page: string;
}

export const useJobs = (filter: Partial<JobFilter>, size = A_PAGE) =>
  useQuery({
    queryKey: ["jobs", filter, size],
    queryFn: ({ signal }) =>
      http.get<Page<Job>>("/api/training/jobs", { ...filter, page_size: size }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.results.some(({ state }) => !isOver(state)) ? 3_000 : 15_000,
  });

export const useJob = (id: string) =>
  useQuery({
    queryKey: ["job", id],
    queryFn: ({ signal }) => http.get<JobDetail>(`/api/training/jobs/${id}`, undefined, signal),
    refetchInterval: ({ state: { data } }) => (data && isOver(data.state) ? 30_000 : LIVE_MS),
  });

interface ProgressPart {
  lines: ProgressLine[];
  next: number;
  reset?: boolean;
}

/** All progress lines so far; while the job lives only new ones are asked for. */
export function useProgress(id: string, live: boolean): ProgressLine[] | null {
  const [known, setKnown] = useState<{ lines: ProgressLine[]; next: number } | null>(null);
  const query = useQuery({
    queryKey: ["job", id, "progress"],
    queryFn: async ({ signal }) => {
      const after = known?.next ?? 0;
      const path = `/api/training/jobs/${id}/progress`;
      const part = await http.get<ProgressPart>(path, { after }, signal);
      return { ...part, after };
    },
    refetchInterval: live ? LIVE_MS : false,
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
      const path = `/api/training/jobs/${id}/samples`;
      return (await http.get<{ steps: number[] }>(path, undefined, signal)).steps;
    },
    refetchInterval: live ? 5_000 : false,
  });

export const useSamples = (id: string, step: number | undefined) =>
  useQuery({
    queryKey: ["job", id, "samples", step],
    queryFn: ({ signal }) =>
      http.get<Sample[]>(`/api/training/jobs/${id}/samples/${step}`, undefined, signal),
    enabled: step !== undefined,
    placeholderData: keepPreviousData,
  });

export const useDiff = (id: string, other: string) =>
  useQuery({
    queryKey: ["job", id, "diff", other],
    queryFn: ({ signal }) =>
      http.get<FieldDiff[]>(`/api/training/jobs/${id}/diff`, { with: other }, signal),
    enabled: other !== "",
  });

export const useJobOptions = () =>
  useQuery({
    queryKey: ["job-options"],
    queryFn: async ({ signal }) =>
      (await http.get<{ kinds: KindAbout[] }>("/api/training/jobs/options", undefined, signal))
        .kinds,
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
    queryFn: ({ signal }) =>
      http.get<Page<Checkpoint>>(
        "/api/training/checkpoints",
        { ...filter, page_size: size },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const useCheckpoint = (id: string) =>
  useQuery({
    queryKey: ["checkpoint", id],
    queryFn: ({ signal }) =>
      http.get<CheckpointDetail>(`/api/training/checkpoints/${id}`, undefined, signal),
  });

export interface DatasetFilter {
  search: string;
  purpose: string;
  page: string;
}

export const useDatasets = (filter: Partial<DatasetFilter>, size = A_PAGE) =>
  useQuery({
    queryKey: ["datasets", filter, size],
    queryFn: ({ signal }) =>
      http.get<Page<Dataset>>("/api/training/datasets", { ...filter, page_size: size }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.results.some(({ state }) => state === "building") ? 2_000 : 30_000,
  });

export const useDataset = (id: string) =>
  useQuery({
    queryKey: ["dataset", id],
    queryFn: ({ signal }) =>
      http.get<DatasetDetail>(`/api/training/datasets/${id}`, undefined, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === "building" ? 1_500 : false),
  });

export const useDatasetFilters = () =>
  useQuery({
    queryKey: ["dataset-filters"],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ fields: DatasetFilterField[] }>(
          "/api/training/datasets/filters",
          undefined,
          signal,
        )
      ).fields,
  });

export const useDatasetEpisodes = (id: string, page: number, enabled: boolean) =>
  useQuery({
    queryKey: ["dataset", id, "episodes", page],
    queryFn: ({ signal }) =>
      http.get<Page<DatasetRow>>(
        `/api/training/datasets/${id}/episodes`,
        { page, page_size: 25 },
        signal,
      ),
    placeholderData: keepPreviousData,
    enabled,
  });

export const useDatasetEpisode = (id: string, index: number | null) =>
  useQuery({
    queryKey: ["dataset", id, "episode", index],
    queryFn: ({ signal }) =>
      http.get<Sample>(`/api/training/datasets/${id}/episodes/${index}`, undefined, signal),
    enabled: index !== null,
  });
