import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { person, renderPages, serve, session } from "../test/render";
import { useUrlState } from "./useUrlState";

beforeEach(() => {
  serve({ "GET /api/session": session(person()) });
});

function List() {
  const [filter, set] = useUrlState({ search: "", state: "all", page: "1" });
  return (
    <>
      <output>{Object.values(filter).join("|")}</output>
      <button type="button" onClick={() => set({ search: "milk" })}>
        search
      </button>
      <button type="button" onClick={() => set({ page: "3" })}>
        page
      </button>
      <button type="button" onClick={() => set({ state: "all", search: "" })}>
        clear
      </button>
    </>
  );
}

it("reads the address, writes to it, and starts a new search at page 1", async () => {
  const { user, router } = renderPages(
    [{ path: "/", element: <List /> }],
    "/?state=draft&page=2&keep=1",
  );
  expect(screen.getByRole("status")).toHaveTextContent("|draft|2");
  await user.click(screen.getByText("search"));
  expect(router.state.location.search).toBe("?state=draft&keep=1&search=milk");
  await user.click(screen.getByText("page"));
  expect(screen.getByRole("status")).toHaveTextContent("milk|draft|3");
  await user.click(screen.getByText("clear"));
  expect(router.state.location.search).toBe("?keep=1");
});
