import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { person, renderPages, serve, session } from "../test/render";
import { useDialogs } from "./dialogs";

beforeEach(() => {
  serve({ "GET /api/session": session(person()) });
});

function Asks() {
  const { confirm, askReason } = useDialogs();
  const [answer, setAnswer] = useState("");
  return (
    <>
      <output>{answer}</output>
      <button
        type="button"
        onClick={async () => setAnswer(String(await confirm({ title: "Sure?", confirm: "Yes" })))}
      >
        Confirm
      </button>
      <button
        type="button"
        onClick={async () =>
          setAnswer(
            String(
              await askReason({
                title: "Why?",
                confirm: "Skip",
                suggestions: ["Too hard", "Unclear"],
              }),
            ),
          )
        }
      >
        Reason
      </button>
    </>
  );
}

const show = () => renderPages([{ path: "/", element: <Asks /> }]);
const answered = (text: string) =>
  waitFor(() => expect(screen.getByRole("status", { hidden: true })).toHaveTextContent(text));

it("confirms only when confirmed", async () => {
  const { user } = show();
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  await user.click(await screen.findByRole("button", { name: "Yes" }));
  await answered("true");
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  await screen.findByRole("button", { name: "Yes" });
  await user.keyboard("{Escape}");
  await answered("false");
});

it("wants a reason, which may be picked and changed", async () => {
  const { user } = show();
  await user.click(screen.getByRole("button", { name: "Reason" }));
  expect(await screen.findByRole("button", { name: "Skip" })).toBeDisabled();
  await user.click(screen.getByLabelText("Unclear"));
  await user.type(screen.getByLabelText(/^Reason/), ": which list?");
  await user.click(screen.getByRole("button", { name: "Skip" }));
  await answered("Unclear: which list?");
});
