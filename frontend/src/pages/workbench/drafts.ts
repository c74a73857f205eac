export interface StepText {
  thought: string;
  instruction: string;
}

export type TextField = keyof StepText;

export interface Draft extends StepText {
  /** What the server had when the writing began: tells a stale page from a real conflict. */
  base: StepText;
}

export type Drafts = Readonly<Record<string, Draft>>;

const key = (episodeId: string) => `phonebuddy.drafts.${episodeId}`;

const isText = (value: unknown): value is StepText =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as StepText).thought === "string" &&
  typeof (value as StepText).instruction === "string";

/** What was written but not yet acknowledged by the server, from an earlier life of this page. */
export function loadDrafts(storage: Storage, episodeId: string): Drafts {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key(episodeId)) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, draft]) => isText(draft) && isText((draft as Draft).base)),
    );
  } catch {
    return {};
  }
}

export function storeDrafts(storage: Storage, episodeId: string, drafts: Drafts): void {
  try {
    if (Object.keys(drafts).length === 0) storage.removeItem(key(episodeId));
    else storage.setItem(key(episodeId), JSON.stringify(drafts));
  } catch {
    // Storage full or forbidden: the text still lives on the page and is saved from there.
  }
}
