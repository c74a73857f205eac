import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireUser } from "../../app/guards";
import { json, pageOf, person, renderPages, serve, session } from "../../test/render";
import Account from ".";

const routes = [
  {
    path: "/",
    element: (
      <RequireUser>
        <Account />
      </RequireUser>
    ),
  },
];
const token = {
  id: "t1",
  name: "Export",
  scopes: ["read"],
  created_at: "2026-01-01T00:00:00Z",
  expires_at: "2099-01-01T00:00:00Z",
  last_used_at: null,
};

it("shows a new token's text once", async () => {
  const calls = serve({
    "GET /api/session": session(person()),
    "GET /api/tokens": pageOf([]),
    "POST /api/tokens": { ...token, token: "pbt_secret" },
  });
  const { user } = renderPages(routes);
  await user.click(await screen.findByRole("button", { name: "New token" }));
  await user.type(
    await screen.findByLabelText(/^Name/, { selector: "[data-autofocus]" }),
    "Export",
  );
  await user.click(screen.getByLabelText("Annotate"));
  await user.click(screen.getByRole("button", { name: "Make token" }));
  expect(await screen.findByText("pbt_secret")).toBeVisible();
  expect(calls.find((c) => c.method === "POST")?.body).toMatchObject({
    name: "Export",
    scopes: ["read", "annotate"],
  });
  await user.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByText("pbt_secret")).toBeNull());
});

it("revokes a token only after asking", async () => {
  const calls = serve({
    "GET /api/session": session(person()),
    "GET /api/tokens": pageOf([token]),
    "DELETE /api/tokens/t1": () => new Response(null, { status: 204 }),
  });
  const { user } = renderPages(routes);
  await user.click(await screen.findByRole("button", { name: "Revoke Export" }));
  expect(calls.some((c) => c.method === "DELETE")).toBe(false);
  await user.click(await screen.findByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(calls.some((c) => c.method === "DELETE")).toBe(true));
});

it("says at the field what is wrong with a new password", async () => {
  serve({
    "GET /api/session": session(person()),
    "GET /api/tokens": pageOf([]),
    "POST /api/me/password": () =>
      json(
        {
          detail: "Not valid.",
          code: "invalid",
          fields: { new: ["This password is too common."] },
        },
        400,
      ),
  });
  const { user } = renderPages(routes);
  await user.type(await screen.findByLabelText("Current password"), "old");
  await user.type(screen.getByLabelText("New password"), "password1");
  await user.type(screen.getByLabelText("New password again"), "password1");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("This password is too common.")).toBeVisible();
});
