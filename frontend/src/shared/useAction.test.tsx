import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { person, renderPages, serve, session } from "../test/render";
import { useAction } from "./useAction";

let answers: (() => void)[];
let asked: string[];

beforeEach(() => {
  answers = [];
  asked = [];
  serve({ "GET /api/session": session(person()) });
});

function Buttons() {
  const send = useAction({
    mutationFn: async (what: string) => {
      asked.push(what);
      await new Promise<void>((resolve, reject) => {
        answers.push(what === "bad" ? () => reject(new Error("No.")) : resolve);
      });
    },
  });
  return (
    <>
      <output>{send.status}</output>
      {["one", "two", "bad"].map((what) => (
        <button key={what} type="button" onClick={() => send.mutate(what)}>
          {what}
        </button>
      ))}
    </>
  );
}

const click = (name: string) => screen.getByRole("button", { name }).click();
const status = (text: string) =>
  waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(text));

it("sends a double click once, also when the first answer was fast", async () => {
  renderPages([{ path: "/", element: <Buttons /> }]);
  await screen.findByText("idle");
  click("one");
  click("one");
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await status("success");
  click("one");
  expect(asked).toEqual(["one"]);
});

it("does not hold up another call", async () => {
  renderPages([{ path: "/", element: <Buttons /> }]);
  await screen.findByText("idle");
  click("one");
  click("two");
  await waitFor(() => expect(asked).toEqual(["one", "two"]));
});

it("can be tried again at once when it failed", async () => {
  renderPages([{ path: "/", element: <Buttons /> }]);
  await screen.findByText("idle");
  click("bad");
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await status("error");
  await waitFor(() => {
    click("bad");
    expect(asked).toHaveLength(2);
  });
});
