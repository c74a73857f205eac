import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { person, renderPages, serve, session } from "../../test/render";
import { episode } from "../../test/samples";
import ViewerPage, { stepFromUrl } from ".";

const routes = [{ path: "/episodes/:id", element: <ViewerPage /> }];
const revision = {
  number: 2,
  author: { id: 2, username: "jonas", name: "Jonas" },
  created_at: "2026-01-01T12:00:00Z",
  can_undo: true,
  can_redo: false,
};

it.each([
  ["step=2", 3, 1],
  ["", 3, 0],
  ["step=99", 3, 2],
  ["step=0", 3, 0],
  ["step=x", 3, 0],
])("%s of %d steps is index %d", (query, count, index) => {
  expect(stepFromUrl(new URLSearchParams(query), count)).toBe(index);
});

it("opens at the step of the address and keeps the address in step", async () => {
  serve({ "GET /api/session": session(person()), "GET /api/episodes/e1": episode() });
  const { user, router } = renderPages(routes, "/episodes/e1?step=2");
  expect(await screen.findByText("2 / 3")).toBeVisible();
  await user.keyboard("j");
  expect(router.state.location.search).toBe("?step=3");
});

it("copies a link to the step with one key", async () => {
  serve({ "GET /api/session": session(person()), "GET /api/episodes/e1": episode() });
  const { user } = renderPages(routes, "/episodes/e1?step=2");
  await screen.findByText("2 / 3");
  const copy = vi.spyOn(navigator.clipboard, "writeText");
  vi.stubGlobal("isSecureContext", true);
  await user.keyboard("c");
  await waitFor(() => expect(copy).toHaveBeenCalledWith(expect.stringMatching(/step=2$/)));
});

it("shows the recording as it was before any edit", async () => {
  const calls = serve({
    "GET /api/session": session(person()),
    "GET /api/episodes/e1": episode({ revision }),
  });
  const { user } = renderPages(routes, "/episodes/e1");
  await user.click(await screen.findByLabelText("Raw"));
  expect(await screen.findByText("This is the episode as it was recorded.")).toBeVisible();
  expect(calls.some((c) => c.path === "/api/episodes/e1" && c.search.get("revision") === "0")).toBe(
    true,
  );
});

it("tells who changed what and why", async () => {
  serve({
    "GET /api/session": session(person()),
    "GET /api/episodes/e1": episode({ revision }),
    "GET /api/episodes/e1/revisions": [
      {
        number: 2,
        op: "delete",
        target: "",
        reason: "Went back and forth",
        author: { id: 2, username: "jonas", name: "Jonas" },
        created_at: "2026-01-01T12:00:00Z",
        n_steps: 3,
        is_head: true,
      },
    ],
  });
  const { user } = renderPages(routes, "/episodes/e1");
  await screen.findByText("1 / 3");
  await user.keyboard("h");
  expect(await screen.findByText("Went back and forth")).toBeVisible();
  expect(screen.getByText(/2\. Deleted a step/)).toBeVisible();
});
