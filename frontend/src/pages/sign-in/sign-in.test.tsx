import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { json, person, renderPages, serve, session } from "../../test/render";
import SignIn, { safeNext } from ".";

const routes = [
  { path: "/sign-in", element: <SignIn /> },
  { path: "/episodes", element: <p>Episodes</p> },
];

async function signIn(answer: () => unknown) {
  let user = null as ReturnType<typeof person> | null;
  serve({
    "GET /api/session": () => session(user),
    "POST /api/session": () => {
      const given = answer();
      if (!(given instanceof Response)) user = person();
      return given;
    },
  });
  const view = renderPages(routes, "/sign-in?next=/episodes");
  await view.user.type(screen.getByLabelText("User name"), "ana");
  await view.user.type(screen.getByLabelText("Password"), "wrong");
  await view.user.click(screen.getByRole("button", { name: "Sign in" }));
}

it("leads on to where the person wanted to go", async () => {
  await signIn(() => session(person()));
  expect(await screen.findByText("Episodes")).toBeVisible();
});

it("says why it refused, and keeps the user name", async () => {
  await signIn(() =>
    json({ detail: "The user name or the password is wrong.", code: "bad_credentials" }, 400),
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("is wrong");
  expect(screen.getByLabelText("User name")).toHaveValue("ana");
  expect(screen.getByLabelText("Password")).toHaveValue("");
});

it("says how long to wait after too many attempts", async () => {
  await signIn(() => json({ detail: "Try again in 42 seconds.", code: "too_many_failures" }, 429));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Too many attempts. Try again in 42 seconds.",
  );
});

it.each([
  ["/episodes?state=draft", "/episodes?state=draft"],
  ["//evil.example", "/"],
  ["https://evil.example", "/"],
  ["/\\evil.example", "/"],
  [null, "/"],
])("goes on to %s as %s", (next, target) => {
  expect(safeNext(next)).toBe(target);
});
