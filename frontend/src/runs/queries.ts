import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, ok } from "../api/client";
import type { Agent, Page, Run, RunDetail, Turn } from "../api/types";

export interface RunFilter {
  search: string;
  state: string;
  ending: string;
  agent: string;
  page: string;
}

export const RUNS_A_PAGE = 50;

function filled(filter: object): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
}

export const useRuns = (filter: RunFilter) =>
  useQuery({
    queryKey: ["runs", filter],
    queryFn: ({ signal }) => {
      const query = { ...filled(filter), page_size: RUNS_A_PAGE } as never;
      return ok<Page<Run>>(api.GET("/api/runs", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });

export const useRun = (id: string) =>
  useQuery({
    queryKey: ["run", id],
    queryFn: ({ signal }) =>
      ok<RunDetail>(api.GET("/api/runs/{id}", { params: { path: { id } }, signal })),
    refetchInterval: (query) => (query.state.data?.state === "ended" ? false : 5_000),
  });

export const useTurns = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ["run", id, "turns"],
    queryFn: async ({ signal }) => {
      const path = { id };
      const turns = await ok(api.GET("/api/runs/{id}/turns", { params: { path }, signal }));
      return turns as unknown as Turn[]; // OpenAPI says of an action only that it is JSON
    },
    enabled,
  });

export const useAgents = (archived?: boolean) =>
  useQuery({
    queryKey: ["agents", archived ?? "all"],
    queryFn: async ({ signal }) => {
      const query = { page_size: 200, ...(archived === undefined ? {} : { archived }) } as never;
      return (await ok<Page<Agent>>(api.GET("/api/agents", { params: { query }, signal }))).results;
    },
  });
