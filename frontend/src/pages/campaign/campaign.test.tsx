import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireUser } from "../../app/guards";
import { json, person, renderPages, serve, session } from "../../test/render";
import CampaignPage from ".";

const routes = [
  {
    path: "/campaigns/:id",
    element: (
      <RequireUser>
        <CampaignPage />
      </RequireUser>
    ),
  },
];

const campaign = {
  id: "c1",
  name: "Nightly",
  description: "",
  state: "draft",
  suite: { name: "small", title: "Small", n_tasks: 5, n_rubrics: 5 },
  agents: [{ id: 1, name: "Fir 4B", policy: "endpoint", archived: false }],
  evaluators: [],
  attempts: 2,
  overlap: 2,
  retries: 2,
  device_kind: "any",
  seed: 1,
  plan: {},
  plan_hash: "",
  created_by: { id: 1, username: "rui", name: "Rui" },
  created_at: "2026-01-01T00:00:00Z",
  launched_at: null,
  closed_at: null,
  progress: {
    runs: 0,
    queued: 0,
    running: 0,
    gradable: 0,
    excluded: 0,
    grades_wanted: 0,
    grades_given: 0,
    grades_open: 0,
    settled: 0,
    disputed: 0,
  },
};

it("says how much a launch asks for, and what is missing", async () => {
  serve({
    "GET /api/session": session(person(["manage_tasks"])),
    "GET /api/campaigns/c1": campaign,
    "POST /api/campaigns/c1/launch": json(
      {
        detail: "The campaign is not complete.",
        code: "incomplete",
        fields: { evaluators: ["2 grades a run need as many evaluators; there are 0."] },
      },
      400,
    ),
  });
  const { user } = renderPages(routes, "/campaigns/c1");
  await user.click(await screen.findByRole("button", { name: "Launch" }));
  expect(await screen.findByText(/10 runs and 20 grades/)).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Launch" }).at(-1) as HTMLElement);
  expect(
    await screen.findByText("2 grades a run need as many evaluators; there are 0."),
  ).toBeVisible();
});
