import { Kbd, Modal, Stack, Table, Title } from "@mantine/core";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";

export interface Shortcut {
  /** One key as in `KeyboardEvent.key` ("j", "ArrowLeft", "?"), with "mod+" for Ctrl or Command. */
  keys: string | string[];
  label: string;
  run: (event: KeyboardEvent) => void;
  disabled?: boolean;
}

interface Registry {
  set: (id: string, group: string, shortcuts: Shortcut[]) => void;
  remove: (id: string) => void;
  showSheet: () => void;
}

const ShortcutsContext = createContext<Registry | null>(null);

/** Typing must never trigger a command, nor may a key act below an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) {
    return !["checkbox", "radio", "button", "submit", "range"].includes(target.type);
  }
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.closest("[data-owns-keys]") !== null
  );
}

function matches(keys: string, event: KeyboardEvent): boolean {
  const mod = keys.startsWith("mod+");
  const key = mod ? keys.slice(4) : keys;
  if (mod !== (event.ctrlKey || event.metaKey) || event.altKey) return false;
  return (
    event.key === key || (key.length === 1 && event.key.toLowerCase() === key && !event.shiftKey)
  );
}

export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const groups = useRef(new Map<string, { group: string; shortcuts: Shortcut[] }>());
  const [sheet, setSheet] = useState(false);

  const registry = useMemo<Registry>(
    () => ({
      set: (id, group, shortcuts) => groups.current.set(id, { group, shortcuts }),
      remove: (id) => groups.current.delete(id),
      showSheet: () => setSheet(true),
    }),
    [],
  );

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      if (event.key === "?" && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        setSheet(true);
        return;
      }
      // The page mounted last (the innermost) speaks first.
      for (const { shortcuts } of [...groups.current.values()].reverse()) {
        for (const shortcut of shortcuts) {
          const keys = Array.isArray(shortcut.keys) ? shortcut.keys : [shortcut.keys];
          if (!shortcut.disabled && keys.some((k) => matches(k, event))) {
            event.preventDefault();
            shortcut.run(event);
            return;
          }
        }
      }
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  return (
    <ShortcutsContext.Provider value={registry}>
      {children}
      <Modal opened={sheet} onClose={() => setSheet(false)} title="Keyboard shortcuts" size="md">
        {sheet && <Sheet groups={[...groups.current.values()]} />}
      </Modal>
    </ShortcutsContext.Provider>
  );
}

const NAMES: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "Space",
  Escape: "Esc",
};

/** A key's name as printed on a keyboard. */
export function keyName(keys: string): string {
  const mod = keys.startsWith("mod+");
  const key = mod ? keys.slice(4) : keys;
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  return mod ? `${/Mac/.test(navigator.userAgent) ? "⌘" : "Ctrl"} ${name}` : name;
}

function Sheet({ groups }: { groups: { group: string; shortcuts: Shortcut[] }[] }) {
  const shown = groups.filter((g) => g.shortcuts.length > 0);
  const always: Shortcut = { keys: "?", label: "Show this sheet", run: () => {} };
  return (
    <Stack>
      {[...shown.reverse(), { group: "Everywhere", shortcuts: [always] }].map(
        ({ group, shortcuts }) => (
          <div key={group}>
            <Title order={3} size="h3" mb={4}>
              {group}
            </Title>
            <Table verticalSpacing={6} horizontalSpacing={0}>
              <Table.Tbody>
                {shortcuts.map((shortcut) => (
                  <Table.Tr key={shortcut.label}>
                    <Table.Td>{shortcut.label}</Table.Td>
                    <Table.Td ta="right">
                      {[shortcut.keys].flat().map((k, i) => (
                        <span key={k}>
                          {i > 0 && " or "}
                          <Kbd>{keyName(k)}</Kbd>
                        </span>
                      ))}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        ),
      )}
    </Stack>
  );
}

/** Registers a page's keys for as long as it is mounted; they also appear on the `?` sheet. */
export function useShortcuts(group: string, shortcuts: Shortcut[]) {
  const registry = useContext(ShortcutsContext);
  const id = useId();
  // With the drawing, not after it: a key that is pressed at what is seen must act on what is seen.
  useLayoutEffect(() => {
    registry?.set(id, group, shortcuts);
  });
  useEffect(() => () => registry?.remove(id), [registry, id]);
}

export function useShortcutSheet(): () => void {
  const registry = useContext(ShortcutsContext);
  return registry?.showSheet ?? (() => {});
}
