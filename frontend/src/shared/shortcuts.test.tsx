import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { person, renderPages, serve, session } from "../test/render";
import { keyName, useShortcuts } from "./shortcuts";

beforeEach(() => {
  serve({ "GET /api/session": session(person()) });
});

function Inner({ hear }: { hear: (what: string) => void }) {
  useShortcuts("Inner", [{ keys: "x", label: "Inner action", run: () => hear("inner") }]);
  return <textarea aria-label="Text" />;
}

function Outer() {
  const [heard, setHeard] = useState<string[]>([]);
  const hear = (what: string) => setHeard((old) => [...old, what]);
  useShortcuts("Outer", [
    { keys: ["x", "y"], label: "Outer action", run: () => hear("outer") },
    { keys: "z", label: "Not now", run: () => hear("disabled"), disabled: true },
    { keys: "mod+Enter", label: "Hand in", run: () => hear("handed in") },
  ]);
  return (
    <>
      <output>{heard.join(" ")}</output>
      <Inner hear={hear} />
    </>
  );
}

const show = () => renderPages([{ path: "/", element: <Outer /> }]);

describe("shortcuts", () => {
  it("reach exactly one command, never a disabled one", async () => {
    const { user } = show();
    await user.keyboard("yz");
    expect(screen.getByRole("status")).toHaveTextContent(/^outer$/);
    await user.keyboard("x");
    expect(screen.getByRole("status").textContent?.split(" ")).toHaveLength(2);
  });

  it("tell a plain key from one with Ctrl", async () => {
    const { user } = show();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("status")).toHaveTextContent(/^$/);
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(screen.getByRole("status")).toHaveTextContent("handed in");
  });

  it("are dead while typing", async () => {
    const { user } = show();
    await user.type(screen.getByLabelText("Text"), "xyz?");
    expect(screen.getByRole("status")).toHaveTextContent(/^$/);
    expect(screen.queryByText("Keyboard shortcuts")).toBeNull();
  });

  it("are listed by ?, and dead below the open sheet", async () => {
    const { user } = show();
    await user.keyboard("?");
    expect(await screen.findByText("Keyboard shortcuts")).toBeVisible();
    expect(screen.getByText("Outer action")).toBeVisible();
    expect(screen.getByText("Inner action")).toBeVisible();
    await user.keyboard("y");
    expect(screen.getByRole("status", { hidden: true })).toHaveTextContent(/^$/);
  });

  it("are named as on the keyboard", () => {
    expect(["ArrowLeft", "j", "mod+Enter", " "].map(keyName)).toEqual([
      "←",
      "J",
      "Ctrl Enter",
      "Space",
    ]);
  });
});
