import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { json, person, renderPages, serve, session } from "../../test/render";
import { ImportSuite } from "./ImportSuite";

it("shows every fault of a file, by row", async () => {
  serve({
    "GET /api/session": session(person()),
    "POST /api/suites/import": json(
      {
        detail: "row 2, goal: is needed (and 1 more)",
        code: "bad_suite",
        fields: { file: ["row 2, goal: is needed", "row 3, apps: name at least one app"] },
      },
      400,
    ),
  });
  const { user, container } = renderPages([{ path: "/", element: <ImportSuite /> }]);
  await screen.findByRole("button", { name: "Import a suite" });
  const input = container.querySelector("input[type=file]") as HTMLInputElement;
  await user.upload(input, new File(["goal"], "mine.csv", { type: "text/csv" }));
  await waitFor(() => expect(screen.getByText("row 3, apps: name at least one app")).toBeVisible());
  expect(screen.getByText("Nothing was imported")).toBeVisible();
});
