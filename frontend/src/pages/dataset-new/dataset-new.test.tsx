import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireUser } from "../../app/guards";
import { type Call, json, person, renderPages, serve, session } from "../../test/render";
import NewDataset from ".";
import { queryOf } from "./query";

const routes = [
  {
    path: "/training/datasets/new",
    element: (
      <RequireUser>
        <NewDataset />
      </RequireUser>
    ),
  },
];

it("counts what would be in it, and refuses what is kept for measuring with the reason", async () => {
  serve({
    "GET /api/session": session(person(["manage_tasks"])),
    "GET /api/training/datasets/filters": {
      fields: [
        {
          name: "suite",
          label: "Suite",
          help: "",
          type: "choices",
          choices: [{ value: "phoneworld-150", label: "PhoneWorld-150" }],
        },
      ],
    },
    "POST /api/training/datasets/preview": ({ body }: Call) =>
      (body as { query: { suite?: string[] } }).query.suite
        ? json(
            {
              detail: "No.",
              code: "held_out",
              fields: { query: ["PhoneWorld-150 is kept for measuring."] },
            },
            400,
          )
        : {
            n_episodes: 310,
            n_steps: 2950,
            size: 162_000_000,
            counts: { source: { human: 310 } },
            refused: [{ what: "PhoneWorld-150", why: "kept for measuring", n: 12 }],
            examples: [{ id: "1", goal: "Turn on the dark theme." }],
          },
  });
  const { user } = renderPages(routes, "/training/datasets/new");
  expect(await screen.findByText("2,950")).toBeVisible();
  expect(screen.getByText("162 MB")).toBeVisible();
  expect(screen.getByText("12 × PhoneWorld-150: kept for measuring")).toBeVisible();
  expect(screen.getByText("Turn on the dark theme.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Build and freeze" })).toBeDisabled();
  await user.click(screen.getByRole("combobox", { name: "Suite" }));
  await user.click(await screen.findByRole("option", { name: "PhoneWorld-150" }));
  expect(await screen.findByText("PhoneWorld-150 is kept for measuring.")).toBeVisible();
});

it("asks for demonstrations without pictures when they are switched off", async () => {
  const calls = serve({
    "GET /api/session": session(person(["manage_tasks"])),
    "GET /api/training/datasets/filters": { fields: [] },
    "POST /api/training/datasets/preview": {
      n_episodes: 500,
      n_steps: 6000,
      size: 3_000_000,
      counts: {},
      refused: [],
      examples: [],
    },
  });
  const { user } = renderPages(routes, "/training/datasets/new");
  await user.click(await screen.findByRole("radio", { name: "Shown by the oracle" }));
  await user.click(screen.getByRole("switch", { name: /^With pictures/ }));
  await waitFor(() =>
    expect(calls.at(-1)?.body).toMatchObject({ demonstrations: { n: 500, pictures: false } }),
  );
});

it("sends only filters that say something", () => {
  expect(queryOf({ source: [], since: "", suite: ["mine"], until: "2026-03-14" })).toEqual({
    suite: ["mine"],
    until: "2026-03-14",
  });
});
