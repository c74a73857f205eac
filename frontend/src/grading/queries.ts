import { useQuery } from "@tanstack/react-query";
import { api, ok } from "../api/client";
import type { GradeLine, GradeSheet, GradingQueue, Page } from "../api/types";

export const useGradingQueue = (enabled = true) =>
  useQuery({
    queryKey: ["grading"],
    queryFn: () => ok<GradingQueue>(api.GET("/api/grading")),
    refetchInterval: 20_000,
    enabled,
  });

export const useMyGrades = () =>
  useQuery({
    queryKey: ["grades"],
    queryFn: () =>
      ok<Page<GradeLine>>(api.GET("/api/grades", { params: { query: { page_size: 20 } } })),
    refetchInterval: 30_000,
  });

export const useGrade = (id: string) =>
  useQuery({
    queryKey: ["grade", id],
    queryFn: ({ signal }) =>
      ok(
        api.GET("/api/grades/{id}", { params: { path: { id } }, signal }),
      ) as unknown as Promise<GradeSheet>,
    // The page keeps what is typed; reading again under it would only disturb.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const claimGrade = () =>
  ok(api.POST("/api/grading/claim", { body: {} })) as unknown as Promise<GradeSheet>;

export const takeBackGrade = (id: string) =>
  ok(
    api.POST("/api/grades/{id}/take_back", { params: { path: { id } } }),
  ) as unknown as Promise<GradeSheet>;
