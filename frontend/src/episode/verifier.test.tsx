import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { VerifierPanel } from "./VerifierPanel";

it("says what else changed, and which rule failed, in words", () => {
  const rules = [{ rule: "present", ok: false, detail: "0 found" }];
  const side_effects = [{ path: "sys/settings/volume", before: "None", after: "5" }];
  render(
    <MantineProvider>
      <VerifierPanel verdict={{ success: false, progress: 0, rules, side_effects }} />
    </MantineProvider>,
  );
  expect(screen.getByText("sys › settings › volume: nothing → 5")).toBeVisible();
  expect(screen.getByText(/Is there/)).toBeVisible();
});
