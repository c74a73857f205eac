import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router";
import { vi } from "vitest";
import type { Permission, User } from "../api/types";
import { SessionProvider } from "../app/session";
import { cssVariables, theme } from "../app/theme";
import { DialogsProvider } from "../shared/dialogs";
import { ShortcutsProvider } from "../shared/shortcuts";

export interface Call {
  method: string;
  path: string;
  search: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Answer = unknown | Response | ((call: Call) => unknown | Response);

/** Stands in for the server: "GET /api/queue" → an answer, a Response, or a function of the call. */
export function serve(answers: Record<string, Answer>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    const text = await request.clone().text();
    const call: Call = {
      method: request.method,
      path: url.pathname,
      search: url.searchParams,
      body: text.startsWith("{") ? JSON.parse(text) : text || undefined,
      headers: request.headers,
    };
    calls.push(call);
    const answer = answers[`${call.method} ${call.path}`];
    if (answer === undefined)
      return json({ detail: "There is no such thing.", code: "not_found" }, 404);
    const given = typeof answer === "function" ? answer(call) : answer;
    return given instanceof Response ? given.clone() : json(given);
  });
  return calls;
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}

/** A list as the server pages it, all on one page. */
export function pageOf<T>(results: T[]) {
  return { results, count: results.length, next: null, previous: null };
}

export function person(permissions: Permission[] = [], more: Partial<User> = {}): User {
  return {
    id: 1,
    username: "ana",
    name: "Ana",
    roles: ["annotator"],
    time_zone: "UTC",
    theme: "system",
    permissions: {
      annotate: false,
      drive_devices: false,
      free_task: false,
      manage_devices: false,
      manage_people: false,
      manage_tasks: false,
      review: false,
      grade: false,
      see_all_episodes: false,
      see_audit: false,
      take_over: false,
      ...Object.fromEntries(permissions.map((p) => [p, true])),
    },
    ...more,
  };
}

export function session(user: User | null) {
  return { user, csrf_token: "csrf" };
}

/** Renders pages as the app does, at an address; `fetch` must be served before. */
export function renderPages(routes: RouteObject[], at = "/") {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <Notifications />
      <QueryClientProvider client={client}>
        <SessionProvider>
          <ShortcutsProvider>
            <DialogsProvider>
              <RouterProvider router={router} />
            </DialogsProvider>
          </ShortcutsProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router, user: userEvent.setup() };
}
