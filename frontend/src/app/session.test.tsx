import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { http } from "../api/http";
import type { Permission } from "../api/types";
import { json, person, renderPages, serve, session } from "../test/render";
import { RequirePermission, RequireUser } from "./guards";
import { visibleNavigation } from "./nav";

function Editor() {
  const [text, setText] = useState("");
  const [saved, setSaved] = useState("");
  return (
    <>
      <input aria-label="Text" value={text} onChange={(e) => setText(e.target.value)} />
      <button
        type="button"
        onClick={() => http.post("/api/save", { text }).then(() => setSaved(text))}
      >
        Save
      </button>
      <output>{saved}</output>
    </>
  );
}

const editor = {
  path: "/",
  element: (
    <RequireUser>
      <Editor />
    </RequireUser>
  ),
};

it("asks for the password in place when the session has lapsed, and loses nothing typed", async () => {
  let lapsed = true;
  const calls = serve({
    "GET /api/session": () => session(person()),
    "POST /api/session": () => {
      lapsed = false;
      return session(person());
    },
    "POST /api/save": () => (lapsed ? json({ detail: "", code: "not_authenticated" }, 401) : {}),
  });
  const { user } = renderPages([editor]);
  await user.type(await screen.findByLabelText("Text"), "long work");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.type(await screen.findByLabelText(/Password/), "secret");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() =>
    expect(screen.getByRole("status", { hidden: true })).toHaveTextContent("long work"),
  );
  expect(calls.filter((c) => c.path === "/api/save").map((c) => c.body)).toEqual([
    { text: "long work" },
    { text: "long work" },
  ]);
  expect(calls.find((c) => c.method === "POST" && c.path === "/api/session")?.body).toEqual({
    username: "ana",
    password: "secret",
  });
});

it("sends a stranger to the sign-in and remembers the way", async () => {
  serve({ "GET /api/session": session(null) });
  const { router } = renderPages(
    [
      { path: "/episodes", element: <RequireUser>secret</RequireUser> },
      { path: "/sign-in", element: <p>Please sign in</p> },
    ],
    "/episodes?state=draft",
  );
  expect(await screen.findByText("Please sign in")).toBeVisible();
  expect(router.state.location.search).toBe(`?next=${encodeURIComponent("/episodes?state=draft")}`);
});

it("says in plain words that a page is for another role", async () => {
  serve({ "GET /api/session": session(person(["annotate"])) });
  renderPages([
    {
      element: (
        <RequireUser>
          <RequirePermission anyOf={["manage_people"]} />
        </RequireUser>
      ),
      children: [{ path: "/", element: <p>People</p> }],
    },
  ]);
  expect(await screen.findByText("This page is not for your role")).toBeVisible();
  expect(screen.queryByText("People")).toBeNull();
});

it("shows each person the pages they may use", () => {
  const labels = (permissions: Permission[]) =>
    visibleNavigation((p) => permissions.includes(p)).flatMap((group) =>
      group.items.map((item) => item.label),
    );
  expect(labels([])).toEqual(["Home", "Phones", "Episodes"]);
  expect(labels(["annotate"])).toContain("My demonstrations");
  expect(labels(["annotate"])).not.toContain("Review");
  expect(labels(["review", "see_audit"])).toEqual([
    "Home",
    "Review",
    "Phones",
    "Episodes",
    "Audit log",
  ]);
});
