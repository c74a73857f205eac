import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireUser } from "../../app/guards";
import { json, person, renderPages, serve, session } from "../../test/render";
import { episode } from "../../test/samples";
import ReviewPage from ".";

const routes = [
  {
    path: "/review/:id",
    element: (
      <RequireUser>
        <ReviewPage />
      </RequireUser>
    ),
  },
];

const verifier = {
  success: false,
  progress: 0.5,
  rules: [{ rule: "An alarm at 6:45 exists", ok: false, detail: "found 6:54" }],
  side_effects: [],
};

function answers(more: Record<string, unknown> = {}) {
  return serve({
    "GET /api/session": session(person(["review"])),
    "GET /api/review/queue": { waiting: 2, own: 0, next: ["e1", "e2"] },
    "GET /api/episodes/e1": episode({ verifier }),
    "GET /api/episodes/e2": episode({ id: "e2", goal: "The second one" }),
    "GET /api/stats/me": {},
    "POST /api/episodes/e1/review": episode(),
    ...more,
  });
}

it("is done from the keyboard alone and opens the next one", async () => {
  const calls = answers();
  const { user } = renderPages(routes, "/review/e1");
  await screen.findByRole("heading", { name: "Set an alarm" });
  await user.keyboard("a");
  await waitFor(() => expect(screen.getByLabelText(/Reason/)).toHaveFocus());
  await user.click(screen.getByLabelText("Excellent"));
  await user.type(screen.getByLabelText(/Reason/), "Short and clear");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByRole("heading", { name: "The second one" })).toBeVisible();
  expect(calls.find((c) => c.method === "POST")?.body).toEqual({
    verdict: "accept",
    quality: "excellent",
    reason: "Short and clear",
  });
});

it("sends nothing without a reason, and no quality with a rejection", async () => {
  const calls = answers();
  const { user } = renderPages(routes, "/review/e1");
  await screen.findByRole("heading", { name: "Set an alarm" });
  await user.keyboard("r");
  expect(await screen.findByRole("button", { name: /Hand in/ })).toBeDisabled();
  await user.type(screen.getByLabelText(/Reason/), "Wrong alarm");
  await user.click(screen.getByRole("button", { name: /Hand in/ }));
  await waitFor(() =>
    expect(calls.find((c) => c.method === "POST")?.body).toEqual({
      verdict: "reject",
      quality: null,
      reason: "Wrong alarm",
    }),
  );
});

it("keeps what was written when the server refuses", async () => {
  answers({
    "POST /api/episodes/e1/review": () =>
      json({ detail: "Mira has reviewed it already.", code: "conflict" }, 409),
  });
  const { user } = renderPages(routes, "/review/e1");
  await screen.findByRole("heading", { name: "Set an alarm" });
  await user.keyboard("s");
  await user.type(await screen.findByLabelText(/Reason/), "Step 2 is in vain");
  await user.click(screen.getByRole("button", { name: /Hand in/ }));
  expect(await screen.findByText("Mira has reviewed it already.")).toBeVisible();
  expect(screen.getByLabelText(/Reason/)).toHaveValue("Step 2 is in vain");
});

it("shows the verifier's verdict beside it", async () => {
  answers();
  renderPages(routes, "/review/e1");
  expect(await screen.findByText("Goal not reached")).toBeVisible();
  expect(screen.getByText("found 6:54")).toBeVisible();
});

it("says in plain words that one's own is for others to review", async () => {
  const mine = episode({
    author: person(),
    permissions: { edit: false, submit: false, review: false, discard: false, resume: false },
  });
  answers({ "GET /api/episodes/e1": mine });
  renderPages(routes, "/review/e1");
  expect(await screen.findByText(/This is your own demonstration/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
});
