import { expect, it } from "vitest";
import { drawnSize } from "./canvas";

it("draws a picture as it is, unless it is shown much smaller", () => {
  expect(drawnSize(540, 1200, 0)).toEqual([540, 1200]);
  expect(drawnSize(540, 1200, 500)).toEqual([540, 1200]);
  expect(drawnSize(540, 1200, 1080)).toEqual([540, 1200]);
  expect(drawnSize(540, 1200, 135)).toEqual([135, 300]);
});
