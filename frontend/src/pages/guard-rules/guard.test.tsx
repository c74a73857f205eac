import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireUser } from "../../app/guards";
import { type Call, json, person, renderPages, serve, session } from "../../test/render";
import GuardRules from ".";

const routes = [
  {
    path: "/guard-rules",
    element: (
      <RequireUser>
        <GuardRules />
      </RequireUser>
    ),
  },
];

it("changes a rule's words, and says what is wrong with a new one", async () => {
  const calls = serve({
    "GET /api/session": session(person(["take_over"])),
    "GET /api/guard-rules": [{ id: 4, name: "pay", words: ["pay", "支付"], active: false }],
    "PATCH /api/guard-rules/4": ({ body }: Call) => ({ id: 4, ...(body as object) }),
    "POST /api/guard-rules": json(
      { detail: "There is a rule of that name.", code: "name_taken" },
      409,
    ),
  });
  const { user } = renderPages(routes, "/guard-rules");
  expect(await screen.findByText("No rule holds")).toBeVisible();
  const rule = within(screen.getByRole("form", { name: "Rule pay" }));
  expect(rule.getByRole("button", { name: "Save" })).toBeDisabled();
  await user.click(rule.getByRole("switch", { name: "Holds" }));
  await user.type(rule.getByRole("combobox", { name: /Words/ }), "buy,");
  await user.click(rule.getByRole("button", { name: "Save" }));
  const sent = calls.find(({ method }) => method === "PATCH");
  expect(sent?.body).toEqual({ name: "pay", words: ["pay", "支付", "buy"], active: true });

  await user.click(screen.getByRole("button", { name: "New rule" }));
  const fresh = within(screen.getByRole("form", { name: "New rule" }));
  await user.type(fresh.getByLabelText(/Name/), "pay");
  await user.type(fresh.getByRole("combobox", { name: /Words/ }), "checkout{Enter}");
  await user.click(fresh.getByRole("button", { name: "Save" }));
  expect(await fresh.findByText("There is a rule of that name.")).toBeVisible();
});
