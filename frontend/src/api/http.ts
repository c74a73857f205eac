/**
 * One way to the server: CSRF, plain-word errors, and a lapsed session that is renewed in place,
 * so that a request made with an expired session waits for the sign-in and is then sent again.
 */

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string[]> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

let csrfToken = "";
export function setCsrfToken(token: string) {
  csrfToken = token;
}
/** For the one request that `fetch` cannot make: an upload that tells how far it has come. */
export function csrfHeader(): Record<string, string> {
  return { "X-CSRFToken": csrfToken };
}

type Reauthenticate = () => Promise<boolean>;
let reauthenticate: Reauthenticate | null = null;
/** The shell registers how to ask for the password again; resolves to false when the person gives up. */
export function onSessionLapsed(ask: Reauthenticate | null) {
  reauthenticate = ask;
}

type Reachability = (reachable: boolean) => void;
let reportReachable: Reachability = () => {};
export function onReachability(report: Reachability) {
  reportReachable = report;
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

async function send(request: Request): Promise<Response> {
  const fresh = request.clone();
  if (!SAFE.has(fresh.method)) fresh.headers.set("X-CSRFToken", csrfToken);
  try {
    const response = await fetch(fresh);
    reportReachable(true);
    return response;
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    reportReachable(false);
    throw new ApiError(0, "unreachable", "The server cannot be reached. Check the connection.");
  }
}

/** `fetch` for the API client; asks to sign in again on 401 and repeats the request. */
export async function apiFetch(request: Request): Promise<Response> {
  const response = await send(request);
  if (!reauthenticate || new URL(request.url).pathname.startsWith("/api/session")) return response;
  if (!(await isSignedOut(response))) return response;
  return (await reauthenticate()) ? send(request) : response;
}

/** Endpoints that take sessions only answer 403 to a stranger, with a code that says what it means. */
async function isSignedOut(response: Response): Promise<boolean> {
  if (response.status !== 403) return response.status === 401;
  const body = await response
    .clone()
    .json()
    .catch(() => null);
  return body?.code === "not_authenticated";
}

const FALLBACK: Record<number, string> = {
  0: "The server cannot be reached. Check the connection.",
  401: "You are not signed in.",
  403: "You may not do this.",
  404: "This does not exist, or you may not see it.",
  409: "Somebody else was faster. Reload and try again.",
  413: "The file is too large.",
  429: "Too many attempts. Wait a moment and try again.",
};

/** Builds the error that pages show from an error body `{detail, code, fields}`, or from the status alone. */
export function errorFrom(status: number, body: unknown): ApiError {
  const data = (body && typeof body === "object" ? body : {}) as Record<string, unknown>;
  const detail = typeof data.detail === "string" ? data.detail : null;
  const fields: Record<string, string[]> = {};
  const given = (data.fields ?? {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    fields[name] = Array.isArray(value) ? value.map(String) : [String(value)];
  }
  const firstField = Object.values(fields)[0]?.[0];
  const message =
    detail ??
    firstField ??
    FALLBACK[status] ??
    `The server failed (${status}). Try again in a moment.`;
  return new ApiError(
    status,
    typeof data.code === "string" ? data.code : String(status),
    message,
    fields,
  );
}

type Query = Record<string, string | number | boolean | null | undefined>;

export function withQuery(path: string, query?: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "" && value !== false) {
      search.set(key, value === true ? "1" : String(value));
    }
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal) {
  const isForm = body instanceof FormData;
  const response = await apiFetch(
    new Request(new URL(path, location.origin), {
      method,
      credentials: "same-origin",
      signal,
      headers: {
        Accept: "application/json",
        ...(body !== undefined && !isForm ? { "Content-Type": "application/json" } : {}),
      },
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    }),
  );
  const isJson = response.headers.get("content-type")?.includes("json");
  const data = isJson ? await response.json() : null;
  if (!response.ok) throw errorFrom(response.status, data);
  return data as T;
}

export const http = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    request<T>("GET", withQuery(path, query), undefined, signal),
  post: <T>(path: string, body?: unknown) => request<T>("POST", path, body),
  patch: <T>(path: string, body?: unknown) => request<T>("PATCH", path, body),
  delete: <T>(path: string) => request<T>("DELETE", path),
};
