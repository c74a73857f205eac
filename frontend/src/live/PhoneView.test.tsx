import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DecoderEvents } from "./decoders/decoder";
import { PhoneView } from "./PhoneView";
import { PhoneStream } from "./stream";

/** The host's end of the socket, in the test's hands. */
class Host {
  readyState = 1;
  binaryType = "";
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  send = (text: string) => this.sent.push(JSON.parse(text));
  close() {}
  say = (message: object) => act(() => this.onmessage?.({ data: JSON.stringify(message) }));
  end = (code: number, reason: string) => act(() => this.onclose?.({ code, reason }));
}

let host: Host;
let stream: PhoneStream;
let draw: () => void;

function show(role: "drive" | "watch" = "drive") {
  host = new Host();
  const surface = document.createElement("canvas");
  stream = new PhoneStream({
    url: "ws://host/stream",
    role,
    choose: () => ({ kind: "webcodecs", reason: null }),
    createDecoder: (kind, events: DecoderEvents) => {
      draw = () => act(() => events.drawn({ seq: 1, width: 540, height: 1200, decodeMs: 1 }));
      const nothing = () => {};
      return { kind, surface, configure: nothing, decode: nothing, reset: nothing, close: nothing };
    },
    openSocket: () => host as unknown as WebSocket,
  });
  stream.open();
  host.onopen?.();
  vi.spyOn(surface, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 270, 600));
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <PhoneView
          stream={stream}
          name="Pixel"
          size={{ width: 540, height: 1200 }}
          drive={role === "drive"}
          deviceId="d"
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const glass = () => screen.getByTestId("phone-screen");
const sent = (type: string) => host.sent.filter((message) => message.type === type);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stream.close();
  cleanup();
  vi.useRealTimers();
});

describe("driving", () => {
  it("turns a click into a touch in the picture's own pixels", () => {
    show();
    draw();
    fireEvent.pointerDown(glass(), { pointerId: 1, clientX: 135, clientY: 300, button: 0 });
    fireEvent.pointerUp(glass(), { pointerId: 1, clientX: 135, clientY: 300, button: 0 });
    expect(sent("touch")).toMatchObject([
      { action: "down", x: 270, y: 600, w: 540, h: 1200 },
      { action: "up", x: 270, y: 600 },
    ]);
  });

  it("takes keys only where the phone has the keyboard", () => {
    show();
    draw();
    fireEvent.keyDown(document.body, { code: "KeyA", key: "a" });
    fireEvent.keyDown(screen.getByLabelText("Keyboard of Pixel"), { code: "KeyA", key: "a" });
    expect(sent("key")).toHaveLength(1);
  });

  it("counts down before an untouched phone is given back, and stays on a click", () => {
    show();
    draw();
    host.say({ type: "lease", expires_at: "2026-01-01T00:00:00Z", idle_warning_s: 60 });
    expect(screen.getByRole("alert").textContent).toContain("60 s");
    fireEvent.click(screen.getByText("I’m here"));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(host.sent).toContainEqual({ type: "heartbeat", active: true });
  });

  it("wakes a dark screen", () => {
    show();
    draw();
    host.say({ type: "state", state: "screen_off", reason: "" });
    fireEvent.click(screen.getByText("Wake it"));
    expect(sent("button")).toEqual([{ type: "button", name: "power" }]);
  });

  it("stops when the host takes the wheel", () => {
    show();
    draw();
    const device = { id: "d", name: "Pixel", kind: "mock", width: 540, height: 1200 };
    host.say({ type: "hello", device, role: "watch", driver: "lead", session: "s" });
    fireEvent.pointerDown(glass(), { pointerId: 1, clientX: 10, clientY: 10, button: 0 });
    expect(sent("touch")).toEqual([]);
    expect(screen.queryByLabelText("Back (Esc)")).toBeNull();
  });
});

describe("watching", () => {
  it("sends nothing and offers nothing that changes the phone", () => {
    show("watch");
    draw();
    fireEvent.pointerDown(glass(), { pointerId: 1, clientX: 10, clientY: 10, button: 0 });
    expect(sent("touch")).toEqual([]);
    expect(screen.queryByLabelText("Back (Esc)")).toBeNull();
    expect(screen.getByLabelText("Download a screenshot")).toBeTruthy();
  });
});

describe("what is not a picture is said in words", () => {
  it.each([
    [{ type: "state", state: "secure", reason: "" }, "This app hides its screen"],
    [{ type: "state", state: "gone", reason: "Unplugged." }, "Unplugged."],
    [{ type: "state", state: "reconnecting", reason: "adb lost it." }, "adb lost it."],
  ])("%o", (message, words) => {
    show();
    draw();
    host.say(message);
    expect(screen.getByRole("status").textContent).toContain(words);
  });

  it("says why the line is down", () => {
    show();
    draw();
    host.end(1006, "");
    expect(screen.getByRole("status").textContent).toContain("connection to the phone’s host");
  });

  it("offers another try when the host refused", () => {
    show();
    host.end(4409, "Lea is using Pixel.");
    expect(screen.getByRole("status").textContent).toContain("Lea is using Pixel.");
    expect(screen.getByText("Try again")).toBeTruthy();
  });
});
