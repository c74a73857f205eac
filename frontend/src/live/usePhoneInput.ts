import { type RefObject, useEffect } from "react";
import { toast } from "../shared/toast";
import { attachKeyboard } from "./keyboard";
import type { PhoneStream } from "./stream";
import { attachTouch, type Geometry } from "./touch";

/** The phone's text field needs a moment to put its selection on the clipboard. */
const COPY_AFTER_MS = 200;
const COPY_WITHIN_MS = 3000;
const COMPLAIN_EVERY_MS = 5000;
/** Said elsewhere: on the phone's cover, or by whoever asked for the screenshot. */
const QUIET = new Set(["lease_over", "secure_window", "no_screenshot"]);

/** Where the picture lies now; null while there is none to touch. */
function geometryOf(stream: PhoneStream): Geometry | null {
  const { surface, hasPicture, connection, width, height } = stream.status.get();
  if (!surface || !hasPicture || connection !== "open" || !width || !height) return null;
  const box = surface.getBoundingClientRect();
  if (!box.width || !box.height) return null;
  return {
    left: box.left,
    top: box.top,
    width: box.width,
    height: box.height,
    videoWidth: width,
    videoHeight: height,
  };
}

/** Hands mouse, fingers and keyboard to the phone, and its clipboard back. */
export function usePhoneInput(
  stream: PhoneStream,
  drive: boolean,
  screen: RefObject<HTMLElement | null>,
  keys: RefObject<HTMLTextAreaElement | null>,
) {
  useEffect(() => {
    const element = screen.current;
    const field = keys.current;
    if (!drive || !element || !field) return;
    let copyUntil = 0;
    const typed = new Set<number>();
    const complaint = { words: "", at: 0 };
    // Every move of a finger can be refused for the same reason: once is enough.
    const complain = (words: string) => {
      const now = performance.now();
      if (words === complaint.words && now - complaint.at < COMPLAIN_EVERY_MS) return;
      complaint.words = words;
      complaint.at = now;
      toast.error(words);
    };

    const stopTouch = attachTouch(
      element,
      () => geometryOf(stream),
      (message) => stream.input(message),
      (name) => stream.input({ type: "button", name }),
    );
    // With a mouse a click also means "I type here now"; on a touch screen it would raise the keyboard.
    const focus = (event: PointerEvent) => {
      if (event.pointerType === "mouse") field.focus({ preventScroll: true });
    };
    element.addEventListener("pointerdown", focus);
    // A mouse press would otherwise move the focus away again.
    const keepFocus = (event: MouseEvent) => event.preventDefault();
    element.addEventListener("mousedown", keepFocus);

    const stopKeys = attachKeyboard(field, {
      send: (message) => stream.input(message),
      sendText: (text) => {
        const id = stream.typeText(text);
        if (id !== null) typed.add(id);
      },
      copyFromPhone: (cut) => {
        const code = cut ? "KeyX" : "KeyC";
        const meta = { ctrl: true, shift: false, alt: false };
        stream.input({ type: "key", code, key: cut ? "x" : "c", action: "press", meta });
        copyUntil = performance.now() + COPY_WITHIN_MS;
        setTimeout(() => stream.input({ type: "clipboard_get" }), COPY_AFTER_MS);
      },
    });

    const stopMessages = stream.onMessage((message) => {
      if (message.type === "clipboard" && performance.now() < copyUntil) {
        copyUntil = 0;
        navigator.clipboard?.writeText(message.text).then(
          () => toast.done("Copied from the phone."),
          () => toast.error("The browser did not let this page write to the clipboard."),
        );
      }
      if (
        message.type === "typed" &&
        message.id !== null &&
        typed.delete(message.id) &&
        !message.ok
      ) {
        complain(
          message.read_back === null
            ? "The text could not be checked: no text field has the focus on the phone."
            : `The phone shows “${message.read_back}” instead of “${message.text}”.`,
        );
      }
      if (message.type === "error" && !QUIET.has(message.code)) complain(message.message);
    });

    return () => {
      stopTouch();
      stopKeys();
      stopMessages();
      element.removeEventListener("pointerdown", focus);
      element.removeEventListener("mousedown", keepFocus);
    };
  }, [stream, drive, screen, keys]);
}
