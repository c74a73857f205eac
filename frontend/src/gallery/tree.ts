/** The state tree as the page holds it: one branch, changed by what the phone tells. Pure. */

export type Path = readonly string[];
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Change {
  path: string[];
  before: Json;
  after: Json;
  gone: boolean;
}

export interface Facts {
  package: string;
  screen: string;
  overlay: string;
  now: number;
  hash: string;
  dark: boolean;
  profile: string;
  disturbances: Disturbance[];
  kept: string[];
}

export interface Disturbance {
  id: string;
  kind: string;
  app: string;
  at: number;
  ended: number | null;
  handled: string;
  right: boolean | null;
  charged: string;
}

export const keyOf = (path: Path) => path.join("/");

const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether one path begins with the other. */
export const within = (path: Path, root: Path) =>
  root.length <= path.length && root.every((name, index) => path[index] === name);

/** The branch at `root` with a change made; the same object where the change lies elsewhere. */
export function changed(value: Json, root: Path, change: Change): Json {
  if (within(root, change.path)) {
    // The whole branch, or more than it, was put anew.
    let after: Json | undefined = change.after;
    for (const name of root.slice(change.path.length))
      after = isRecord(after) ? after[name] : undefined;
    return change.gone ? null : (after ?? null);
  }
  if (!within(change.path, root)) return value;
  return put(value, change.path.slice(root.length), change);
}

function put(value: Json, path: Path, change: Change): Json {
  const [head, ...rest] = path;
  if (head === undefined) return change.after;
  const copy: { [key: string]: Json } = isRecord(value) ? { ...value } : {};
  if (rest.length === 0 && change.gone) delete copy[head];
  else copy[head] = put(copy[head] ?? null, rest, change);
  return copy;
}

/** A value with what it holds, for a line or two. */
export function told(value: Json, length = 160): string {
  if (!isRecord(value)) return brief(value, length);
  const words = Object.entries(value)
    .map(([name, inner]) => `${name}: ${brief(inner, 40)}`)
    .join(", ");
  return `{${words.length > length ? `${words.slice(0, length - 1)}…` : words}}`;
}

/** A value in few words, for one line. */
export function brief(value: Json, length = 60): string {
  if (value === null) return "none";
  if (Array.isArray(value)) return value.length ? `[${value.length}]` : "[]";
  if (isRecord(value)) {
    const size = Object.keys(value).length;
    return size ? `{${size}}` : "{}";
  }
  const words = typeof value === "string" ? `“${value}”` : String(value);
  return words.length > length ? `${words.slice(0, length - 1)}…` : words;
}
