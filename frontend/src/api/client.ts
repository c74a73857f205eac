/** The typed client: paths, bodies and answers are those of the generated schema. */
import createClient from "openapi-fetch";
import { apiFetch, errorFrom } from "./http";
import type { paths } from "./schema";

export const api = createClient<paths>({
  baseUrl: location.origin,
  credentials: "same-origin",
  headers: { Accept: "application/json" },
  fetch: apiFetch,
});

type Answer<T> = { data?: T; error?: unknown; response: Response };

/** The answer's body; a refusal becomes an `ApiError` in plain words. */
export async function ok<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) throw errorFrom(response.status, error);
  return data as T;
}
