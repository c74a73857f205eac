import { useState } from "react";
import { apiFetch, errorFrom } from "../api/http";
import { toast } from "../shared/toast";

const AGAIN_MS = 2_000;

/** Fetches a dataset in another tool's form; a large one is made first, and waited for. */
export function useExport(dataset: string) {
  const [making, setMaking] = useState("");
  async function start(format: string) {
    const url = new URL(`/api/training/datasets/${dataset}/export/${format}`, location.origin);
    setMaking(format);
    try {
      for (let told = false; ; told = true) {
        const answer = await apiFetch(new Request(url, { credentials: "same-origin" }));
        if (answer.ok) {
          await answer.body?.cancel(); // it is there: the browser fetches it as a file
          location.assign(url);
          return;
        }
        const error = errorFrom(answer.status, await answer.json().catch(() => null));
        if (error.code !== "making") throw error;
        if (!told) toast.done("It is being made; the download begins by itself.");
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    } catch (problem) {
      toast.error(problem);
    } finally {
      setMaking("");
    }
  }
  return { making, start };
}
