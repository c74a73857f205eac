/** What the gallery's pages read over HTTP; the phones themselves are on the stream socket. */
import { useQuery } from "@tanstack/react-query";
import { api, ok } from "../api/client";
import type { Gallery, SpecFile } from "../api/types";

export const useGallery = () =>
  useQuery({
    queryKey: ["gallery"],
    queryFn: ({ signal }) => ok<Gallery>(api.GET("/api/gallery", { signal })),
    // The apps are files: they change with the platform's version only.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useSpec = (name: string) =>
  useQuery({
    queryKey: ["gallery", "spec", name],
    queryFn: ({ signal }) =>
      ok<SpecFile[]>(
        api.GET("/api/gallery/apps/{package}/spec", {
          params: { path: { package: name } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
