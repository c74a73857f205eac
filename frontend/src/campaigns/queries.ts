import { useQuery } from "@tanstack/react-query";
import { api, ok } from "../api/client";
import type { Campaign, Page, Person, Suite } from "../api/types";
import type { Figures } from "./figures";

export const useCampaigns = () =>
  useQuery({
    queryKey: ["campaigns"],
    queryFn: () =>
      ok<Page<Campaign>>(api.GET("/api/campaigns", { params: { query: { page_size: 100 } } })),
    refetchInterval: 15_000,
  });

export const useCampaign = (id: string) =>
  useQuery({
    queryKey: ["campaign", id],
    queryFn: ({ signal }) =>
      ok<Campaign>(api.GET("/api/campaigns/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data?.state === "running" ? 5_000 : 30_000),
  });

export interface Report {
  figures: Figures;
  plots: Record<string, string>;
}

export const useReport = (id: string) =>
  useQuery({
    queryKey: ["campaign", id, "report"],
    queryFn: ({ signal }) =>
      ok(
        api.GET("/api/campaigns/{id}/report", { params: { path: { id } }, signal }),
      ) as unknown as Promise<Report>,
    staleTime: 10_000,
  });

export const useDisputes = (id: string, waiting: number) =>
  useQuery({
    queryKey: ["campaign", id, "disputes", waiting],
    queryFn: ({ signal }) =>
      ok(api.GET("/api/campaigns/{id}/disputes", { params: { path: { id } }, signal })),
    enabled: waiting > 0,
  });

export const useSuites = () =>
  useQuery({
    queryKey: ["suites"],
    queryFn: async () =>
      (await ok<Page<Suite>>(api.GET("/api/suites", { params: { query: { page_size: 200 } } })))
        .results,
  });

export const useEvaluators = () =>
  useQuery({
    queryKey: ["evaluators"],
    queryFn: () => ok<Person[]>(api.GET("/api/campaigns/evaluators")),
  });
