import { useCallback, useEffect, useRef, useState } from "react";
import type { ServerMessage } from "../live/protocol";
import type { PhoneStream } from "../live/stream";
import { usePhoneStream, useStreamMessages } from "../live/usePhoneStream";
import { type Change, changed, type Facts, type Json, keyOf, type Path, within } from "./tree";

const LOG = 200;
const GLOW_MS = 2500;

type GalleryMessage =
  | ({ type: "gallery.facts" } & Facts)
  | { type: "gallery.changes"; changes: Change[] }
  | { type: "gallery.branch"; path: string[]; value: Json }
  | { type: "gallery.kept"; id: string; at: number };

export interface Logged extends Change {
  key: number;
}

export interface Kept {
  id: string;
  at: number;
}

export interface GalleryPhone {
  stream: PhoneStream | null;
  facts: Facts | null;
  /** The branch of the state that is looked at, and its path. */
  branch: { path: Path; value: Json } | null;
  /** Paths that changed a moment ago. */
  glowing: ReadonlySet<string>;
  log: Logged[];
  kept: Kept[];
  look(path: Path): void;
  clearLog(): void;
  tell(what: string, values?: Record<string, unknown>): void;
}

/** The socket's address for one phone of the gallery. */
export function phoneUrl(base: string, key: string, app: string, from?: string): string {
  const url = new URL(base);
  url.searchParams.set("phone", key);
  url.searchParams.set("package", app);
  if (from) url.searchParams.set("from", from);
  return url.toString();
}

/** One phone of the gallery: its stream, and what it tells of its state. */
export function useGalleryPhone(url: string, root: Path): GalleryPhone {
  const stream = usePhoneStream(url, "drive", true);
  const [facts, setFacts] = useState<Facts | null>(null);
  const [branch, setBranch] = useState<GalleryPhone["branch"]>(null);
  const [glowing, setGlowing] = useState<ReadonlySet<string>>(new Set());
  const [log, setLog] = useState<Logged[]>([]);
  const [kept, setKept] = useState<Kept[]>([]);
  const wanted = useRef<Path>(root);
  const serial = useRef(0);
  const glow = useRef<ReturnType<typeof setTimeout>>(undefined);

  const ask = useCallback(() => {
    stream?.send({ type: "gallery.branch", path: [...wanted.current] });
  }, [stream]);
  const look = useCallback(
    (path: Path) => {
      wanted.current = path;
      setBranch(null);
      ask();
    },
    [ask],
  );
  const tell = useCallback(
    (what: string, values: Record<string, unknown> = {}) => {
      stream?.input({ type: `gallery.${what}`, ...values });
    },
    [stream],
  );

  const heed = useCallback(
    (message: GalleryMessage) => {
      if (message.type === "gallery.facts") {
        setFacts(message);
        setKept((now) => now.filter(({ id }) => message.kept.includes(id)));
      } else if (message.type === "gallery.kept") {
        setKept((now) => [...now, { id: message.id, at: message.at }]);
      } else if (message.type === "gallery.branch") {
        if (keyOf(message.path) === keyOf(wanted.current)) {
          setBranch({ path: message.path, value: message.value });
        }
      } else if (message.type === "gallery.changes") {
        const changes = message.changes;
        setLog((now) =>
          [...changes.map((one) => ({ ...one, key: ++serial.current })).reverse(), ...now].slice(
            0,
            LOG,
          ),
        );
        const shown = changes.filter(
          (one) => within(one.path, wanted.current) || within(wanted.current, one.path),
        );
        // What was too long to be told comes with the whole branch.
        if (shown.some(({ after }) => typeof after === "string" && after.startsWith("… "))) ask();
        else
          setBranch(
            (now) =>
              now && {
                ...now,
                value: shown.reduce((value, one) => changed(value, now.path, one), now.value),
              },
          );
        setGlowing(new Set(changes.map((one) => keyOf(one.path))));
        clearTimeout(glow.current);
        glow.current = setTimeout(() => setGlowing(new Set()), GLOW_MS);
      }
    },
    [ask],
  );
  useStreamMessages(
    stream,
    useCallback(
      (message: ServerMessage) => {
        if (message.type === "hello") ask();
        else if (message.type.startsWith("gallery.")) heed(message as GalleryMessage);
      },
      [ask, heed],
    ),
  );
  useEffect(() => () => clearTimeout(glow.current), []);

  return {
    stream,
    facts,
    branch,
    glowing,
    log,
    kept,
    look,
    tell,
    clearLog: useCallback(() => setLog([]), []),
  };
}
