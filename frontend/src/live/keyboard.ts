import type { ButtonName, ClientMessage, KeyMeta } from "./protocol";

/** What the keys of a US keyboard print, plain and with Shift: the layout Android assumes for injected keys. */
const US: Record<string, string> = {
  Space: "  ",
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Backquote: "`~",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
};
for (const letter of "abcdefghijklmnopqrstuvwxyz") {
  US[`Key${letter.toUpperCase()}`] = letter + letter.toUpperCase();
}
for (const [digit, shifted] of [...")!@#$%^&*("].entries())
  US[`Digit${digit}`] = `${digit}${shifted}`;

/** Keys that print nothing and mean the same on a phone. Tab is not among them: it leaves the phone. */
const EDITING = new Set([
  "Enter",
  "NumpadEnter",
  "Backspace",
  "Delete",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
  "PageUp",
  "PageDown",
]);

/** Alt and a letter, as in scrcpy. */
const BUTTONS: Record<string, ButtonName> = {
  KeyB: "back",
  KeyH: "home",
  KeyS: "recents",
  KeyP: "power",
  KeyR: "rotate",
  KeyM: "menu",
  ArrowUp: "volume_up",
  ArrowDown: "volume_down",
};

/** Ctrl and a key that the phone's text field should have; the rest stays with the browser. */
const CTRL_TO_PHONE = new Set([
  "KeyA",
  "KeyZ",
  "KeyY",
  "ArrowLeft",
  "ArrowRight",
  "Backspace",
  "Delete",
]);

export type KeyPress = Pick<
  KeyboardEvent,
  "code" | "key" | "ctrlKey" | "shiftKey" | "altKey" | "metaKey" | "isComposing"
>;

export type KeyDecision =
  | { do: "send"; message: ClientMessage }
  /** The browser's text field takes it; what it makes of it comes back as input. */
  | { do: "compose" }
  | { do: "copy"; cut: boolean }
  /** Not ours: page or browser shortcut. */
  | { do: "leave" };

export function keyMeta(event: KeyPress): KeyMeta {
  return { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
}

/** What a key press means while the phone has the keyboard. Pure, so that every case is a test. */
export function decideKey(event: KeyPress): KeyDecision {
  if (event.isComposing || event.key === "Process" || event.key === "Dead")
    return { do: "compose" };
  const meta = keyMeta(event);
  const press = (): KeyDecision => ({
    do: "send",
    message: { type: "key", code: event.code, key: event.key, action: "press", meta },
  });

  if (event.code === "Escape") return { do: "send", message: { type: "button", name: "back" } };
  // AltGr arrives as Ctrl+Alt and prints a character.
  const printable = [...event.key].length === 1;
  if (meta.ctrl && meta.alt && printable) return { do: "compose" };
  if (meta.alt && !meta.ctrl) {
    const name = BUTTONS[event.code];
    return name ? { do: "send", message: { type: "button", name } } : { do: "leave" };
  }
  if (meta.ctrl) {
    if (event.code === "KeyC") return { do: "copy", cut: false };
    if (event.code === "KeyX") return { do: "copy", cut: true };
    return CTRL_TO_PHONE.has(event.code) ? press() : { do: "leave" };
  }
  if (EDITING.has(event.code)) return press();
  if (!printable) return { do: "leave" };
  // The same character on Android's layout goes as a key; anything else as text, whatever the layout here.
  return US[event.code]?.includes(event.key) ? press() : { do: "compose" };
}

export interface KeyboardHost {
  send(message: ClientMessage): void;
  sendText(text: string): void;
  copyFromPhone(cut: boolean): void;
}

/**
 * Gives a hidden text area's keys to the phone. The text area is what lets an input method (pinyin,
 * emoji picker, dead keys) compose here; only what it commits goes over, as one text.
 */
export function attachKeyboard(field: HTMLTextAreaElement, host: KeyboardHost): () => void {
  const ended = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    handler: (event: HTMLElementEventMap[K]) => void,
  ) => field.addEventListener(name, handler, { signal: ended.signal });
  let composing = false;

  const commit = () => {
    const text = field.value;
    field.value = "";
    if (text) host.sendText(text);
  };

  on("keydown", (event) => {
    const decision = decideKey(event);
    // The page's own shortcuts must not fire on what is typed into the phone.
    if (decision.do !== "leave") event.stopPropagation();
    switch (decision.do) {
      case "send":
        event.preventDefault();
        host.send(decision.message);
        break;
      case "copy":
        event.preventDefault();
        host.copyFromPhone(decision.cut);
        break;
    }
  });
  on("compositionstart", () => {
    composing = true;
  });
  on("compositionend", () => {
    composing = false;
    commit();
  });
  on("input", () => {
    if (!composing) commit();
  });
  on("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain");
    event.preventDefault();
    if (text) host.send({ type: "clipboard_set", text, paste: true });
  });
  return () => ended.abort();
}
