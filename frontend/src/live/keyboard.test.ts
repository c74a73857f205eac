import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { attachKeyboard, decideKey, type KeyPress } from "./keyboard";

const key = (code: string, value: string, held: Partial<KeyPress> = {}): KeyPress => ({
  code,
  key: value,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  ...held,
});

describe("what a key means", () => {
  it("sends characters that Android's layout prints the same as keys", () => {
    expect(decideKey(key("KeyA", "a"))).toMatchObject({
      do: "send",
      message: { type: "key", code: "KeyA", action: "press" },
    });
    expect(decideKey(key("Digit1", "!", { shiftKey: true }))).toMatchObject({
      message: { code: "Digit1", meta: { shift: true } },
    });
  });

  it("lets the browser compose what another layout or an input method prints", () => {
    expect(decideKey(key("KeyZ", "y"))).toEqual({ do: "compose" });
    expect(decideKey(key("BracketLeft", "ü"))).toEqual({ do: "compose" });
    expect(decideKey(key("KeyN", "n", { isComposing: true }))).toEqual({ do: "compose" });
    expect(decideKey(key("KeyQ", "@", { ctrlKey: true, altKey: true }))).toEqual({ do: "compose" });
  });

  it("goes back on Escape and uses scrcpy's Alt keys for the buttons", () => {
    expect(decideKey(key("Escape", "Escape"))).toEqual({
      do: "send",
      message: { type: "button", name: "back" },
    });
    expect(decideKey(key("KeyH", "h", { altKey: true }))).toMatchObject({
      message: { type: "button", name: "home" },
    });
  });

  it("leaves Tab and the browser's own shortcuts alone, so that the phone is no keyboard trap", () => {
    expect(decideKey(key("Tab", "Tab"))).toEqual({ do: "leave" });
    expect(decideKey(key("KeyT", "t", { ctrlKey: true }))).toEqual({ do: "leave" });
    expect(decideKey(key("KeyV", "v", { ctrlKey: true }))).toEqual({ do: "leave" });
    expect(decideKey(key("F5", "F5"))).toEqual({ do: "leave" });
  });

  it("copies and cuts on the phone", () => {
    expect(decideKey(key("KeyC", "c", { metaKey: true }))).toEqual({ do: "copy", cut: false });
    expect(decideKey(key("KeyX", "x", { ctrlKey: true }))).toEqual({ do: "copy", cut: true });
  });
});

describe("the hidden field", () => {
  const host = { send: vi.fn(), sendText: vi.fn(), copyFromPhone: vi.fn() };
  let field: HTMLTextAreaElement;
  let detach: () => void;

  beforeEach(() => {
    field = document.createElement("textarea");
    document.body.append(field);
    detach = attachKeyboard(field, host);
  });
  afterEach(() => {
    detach();
    field.remove();
    vi.clearAllMocks();
  });

  const type = (text: string) => {
    field.value += text;
    field.dispatchEvent(new InputEvent("input"));
  };

  it("sends a composed word once, when it is committed", () => {
    field.dispatchEvent(new CompositionEvent("compositionstart"));
    type("ni");
    field.value = "你";
    field.dispatchEvent(new CompositionEvent("compositionend"));
    expect(host.sendText.mock.calls).toEqual([["你"]]);
    expect(field.value).toBe("");
  });

  it("keeps the page's shortcuts from firing on what the phone takes", () => {
    const onPage = vi.fn();
    document.body.addEventListener("keydown", onPage);
    field.dispatchEvent(new KeyboardEvent("keydown", { code: "KeyJ", key: "j", bubbles: true }));
    expect(host.send).toHaveBeenCalledOnce();
    expect(onPage).not.toHaveBeenCalled();
    document.body.removeEventListener("keydown", onPage);
  });
});
