import { useMemo } from "react";
import { type Shortcut, useShortcuts } from "../shared/shortcuts";

/** The field through which the phone takes keys, if it is on the page. */
export function focusPhone() {
  document.querySelector<HTMLTextAreaElement>("[data-phone-keys]")?.focus({ preventScroll: true });
}

const nothing = () => {};

/**
 * Lists the phone's keys on the `?` sheet. They are handled where the phone has the focus (keyboard.ts);
 * only "type into the phone" is a key of the page.
 */
export function usePhoneShortcuts(drive: boolean) {
  const page = useMemo<Shortcut[]>(
    () => (drive ? [{ keys: "p", label: "Type into the phone", run: focusPhone }] : []),
    [drive],
  );
  const phone = useMemo<Shortcut[]>(
    () =>
      drive
        ? [
            { keys: "Tab", label: "Leave the phone", run: nothing, disabled: true },
            { keys: "Escape", label: "Back", run: nothing, disabled: true },
            { keys: "Alt H", label: "Home", run: nothing, disabled: true },
            { keys: "Alt S", label: "Recent apps", run: nothing, disabled: true },
            { keys: "Alt P", label: "Power", run: nothing, disabled: true },
            { keys: "Alt R", label: "Rotate", run: nothing, disabled: true },
            { keys: ["Alt ↑", "Alt ↓"], label: "Volume", run: nothing, disabled: true },
            {
              keys: ["mod+c", "mod+x"],
              label: "Copy, cut from the phone",
              run: nothing,
              disabled: true,
            },
            { keys: "mod+v", label: "Paste into the phone", run: nothing, disabled: true },
            { keys: "Ctrl drag", label: "Pinch with two fingers", run: nothing, disabled: true },
            { keys: "Right click", label: "Back with the mouse", run: nothing, disabled: true },
          ]
        : [],
    [drive],
  );
  useShortcuts("Page", page);
  useShortcuts("While the phone has the keyboard", phone);
}
