import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import type { EpisodeDetail } from "../api/types";
import { person, renderPages, serve, session } from "../test/render";
import { episode, step } from "../test/samples";
import { TraceView } from "./TraceView";
import { stepAt, stepOffsets } from "./VideoPanel";

const tree = {
  nodes: [
    { parent: null, role: "group", id: "", text: "", desc: "", bounds: [0, 0, 540, 1200] },
    {
      parent: 0,
      role: "button",
      id: "a:id/ok",
      text: "OK",
      desc: "",
      bounds: [10, 10, 90, 60],
      clickable: true,
    },
  ],
};

function Shown({ episode: given }: { episode: EpisodeDetail }) {
  const [index, setIndex] = useState(0);
  return (
    <>
      <input aria-label="Notes" />
      <TraceView episode={given} index={index} onIndex={setIndex} />
    </>
  );
}

const show = (given: EpisodeDetail) =>
  renderPages([{ path: "/", element: <Shown episode={given} /> }]);
const current = () => screen.getByRole("button", { current: "step" });

beforeEach(() => {
  serve({ "GET /api/session": session(person()), "GET /tree": tree });
});

describe("stepping", () => {
  it("goes by j and k and the arrows, and stops at both ends", async () => {
    const { user } = show(episode());
    await user.keyboard("jj");
    expect(current()).toHaveAccessibleName(/^Step 3/);
    await user.keyboard("{ArrowRight}");
    expect(current()).toHaveAccessibleName(/^Step 3/);
    await user.keyboard("k{ArrowLeft}{ArrowLeft}");
    expect(current()).toHaveAccessibleName(/^Step 1/);
  });

  it("goes where the filmstrip is clicked", async () => {
    const { user } = show(episode());
    await user.click(screen.getByRole("button", { name: /^Step 2/ }));
    expect(screen.getByText("2 / 3")).toBeVisible();
  });

  it("leaves the keys to a text field", async () => {
    const { user } = show(episode());
    await user.type(screen.getByLabelText("Notes"), "jjj");
    expect(current()).toHaveAccessibleName(/^Step 1/);
    expect(screen.getByLabelText("Notes")).toHaveValue("jjj");
  });
});

describe("the UI tree", () => {
  it("is fetched when asked for, and lights a row's box on the picture", async () => {
    const { user, container } = show(episode({ steps: [step(0, { tree: "/tree" }), step(1)] }));
    await user.keyboard("u");
    await user.hover(await screen.findByRole("treeitem", { name: /OK/ }));
    await waitFor(() => {
      const boxes = [...container.querySelectorAll("figure rect")];
      expect(boxes.map((b) => b.getAttribute("width"))).toContain("80");
    });
  });

  it("says so where there is none", async () => {
    const { user } = show(episode());
    await user.keyboard("u");
    expect(await screen.findByText("No UI tree for this step")).toBeVisible();
  });
});

describe("what an episode may lack", () => {
  it("steps", () => {
    show(episode({ steps: [] }));
    expect(screen.getByText("No steps")).toBeVisible();
  });

  it("a picture", () => {
    show(episode({ steps: [step(0, { screenshot: null, secret: true })] }));
    expect(screen.getByText(/the screen was secret/)).toBeVisible();
  });

  it("a video: no button offers it", () => {
    show(episode());
    expect(screen.queryByRole("button", { name: "Video" })).toBeNull();
  });
});

describe("the video", () => {
  const steps = [step(0), step(1), step(2)];

  it("opens with v and has a marker for each step once its length is known", async () => {
    const { user } = show(episode({ video: "/video.mp4" }));
    await user.keyboard("v");
    expect(screen.getByLabelText("Recording")).toHaveAttribute("src", "/video.mp4");
  });

  it("knows which step is being done at a moment", () => {
    const offsets = stepOffsets(steps, steps[0]?.at ?? null);
    expect(offsets).toEqual([0, 5, 10]);
    expect([0, 4.8, 5, 9, 60].map((t) => stepAt(offsets, t))).toEqual([0, 0, 1, 1, 2]);
  });
});
