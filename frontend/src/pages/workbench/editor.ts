import { ApiError } from "../../api/http";
import type { Episode, EpisodeDetail, Step } from "../../api/types";
import { createStore } from "../../live/store";
import {
  type Draft,
  type Drafts,
  loadDrafts,
  type StepText,
  storeDrafts,
  type TextField,
} from "./drafts";

export type EditOp =
  | { op: "set_text"; step: Step["id"]; field: TextField; text: string }
  | { op: "delete"; step: Step["id"] }
  /** Folds the step into the one before it. */
  | { op: "merge"; step: Step["id"] }
  /** Moves one of the action's points (a swipe has two) to a device pixel. */
  | { op: "retarget"; step: Step["id"]; point: number; x: number; y: number };

export interface EpisodeApi {
  load(): Promise<EpisodeDetail>;
  edit(op: EditOp, baseRevision: number): Promise<EpisodeDetail>;
  undo(baseRevision: number): Promise<EpisodeDetail>;
  redo(baseRevision: number): Promise<EpisodeDetail>;
}

export interface Conflict {
  step: Step["id"];
  theirs: StepText;
}

export type SaveState =
  | { is: "saved" }
  | { is: "pending" }
  | { is: "saving" }
  /** Kept on this computer, tried again by itself. */
  | { is: "waiting"; why: string }
  /** Needs the person: the same text was changed elsewhere, or the server refuses it. */
  | { is: "conflict"; conflict: Conflict }
  | { is: "refused"; why: string };

export interface EditorState {
  episode: EpisodeDetail | null;
  drafts: Drafts;
  save: SaveState;
  /** An edit of the list is on its way. */
  busy: boolean;
}

const SAVE_AFTER_MS = 700;
const RETRY_MS = [1000, 2000, 5000, 10_000];

const textOf = (step: Step): StepText => ({ thought: step.thought, instruction: step.instruction });
const FIELDS: TextField[] = ["thought", "instruction"];
/** Written here and changed there, to something else. */
const disputed = (theirs: StepText, draft: Draft, field: TextField) =>
  draft[field] !== draft.base[field] &&
  theirs[field] !== draft.base[field] &&
  theirs[field] !== draft[field];
const same = (a: StepText, b: StepText) =>
  a.thought === b.thought && a.instruction === b.instruction;

/** Connection lost, signed out or the server down: trying again later can help. */
const passing = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 401 || error.status >= 500;
const stale = (error: unknown) => error instanceof ApiError && error.code === "stale";
const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * One episode under edit. Text is on this computer from the first key stroke and leaves it only when the
 * server has acknowledged it; edits go one after the other, each on the revision the last one made.
 */
export class EpisodeEditor {
  readonly store;
  private queue: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;

  constructor(
    private readonly episodeId: string,
    private readonly api: EpisodeApi,
    private readonly storage: Storage = localStorage,
  ) {
    this.store = createStore<EditorState>({
      episode: null,
      drafts: loadDrafts(storage, episodeId),
      save: { is: "saved" },
      busy: false,
    });
  }

  async load(): Promise<EpisodeDetail> {
    const episode = await this.api.load();
    this.accept(episode);
    if (this.hasDrafts()) this.saveSoon(0);
    return episode;
  }

  /** The text to show for a step: what is being written, else what the server has. */
  text(step: Step): StepText {
    return this.store.get().drafts[step.id] ?? textOf(step);
  }

  write(step: Step, field: TextField, value: string): void {
    const { drafts } = this.store.get();
    const draft = drafts[step.id] ?? { ...textOf(step), base: textOf(step) };
    this.setDrafts({ ...drafts, [step.id]: { ...draft, [field]: value } });
    this.store.set({ save: { is: "pending" } });
    this.saveSoon(SAVE_AFTER_MS);
  }

  /** Saves what is written. True when nothing is left unsaved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    await this.enqueue(() => this.saveAll());
    return !this.hasDrafts();
  }

  /** Changes the list of steps; text goes first, so that no revision lacks it. Throws ApiError in plain words. */
  edit(op: EditOp): Promise<void> {
    return this.change((revision) => this.api.edit(op, revision));
  }

  undo(): Promise<void> {
    return this.change((revision) => this.api.undo(revision));
  }

  redo(): Promise<void> {
    return this.change((revision) => this.api.redo(revision));
  }

  /** Ends a conflict: the person's own words replace the others', or give way to them. */
  resolve(conflict: Conflict, keep: "mine" | "theirs"): void {
    const drafts = { ...this.store.get().drafts };
    const draft = drafts[conflict.step];
    delete drafts[conflict.step];
    if (draft && keep === "mine") {
      // A field not touched here takes their words even so.
      const mine = (field: TextField) =>
        draft[field] === draft.base[field] ? conflict.theirs[field] : draft[field];
      drafts[conflict.step] = {
        thought: mine("thought"),
        instruction: mine("instruction"),
        base: conflict.theirs,
      };
    }
    this.setDrafts(drafts);
    this.store.set({ save: { is: this.hasDrafts() ? "pending" : "saved" } });
    this.saveSoon(0);
  }

  /** A step the recorder just wrote or amended. */
  receiveStep(step: Step): void {
    const { episode } = this.store.get();
    if (!episode) return;
    const steps = [...episode.steps.filter((other) => other.id !== step.id), step];
    steps.sort((a, b) => a.index - b.index);
    this.store.set({ episode: { ...episode, steps, n_steps: steps.length } });
  }

  /** News of the episode from the socket; it may come without its steps. */
  receiveEpisode(news: Episode & Partial<EpisodeDetail>): void {
    const { episode } = this.store.get();
    const steps = news.steps ?? episode?.steps;
    if (steps) this.accept({ ...news, steps });
    // Another window edited: the list here is out of date.
    if (!news.steps && news.revision?.number !== episode?.revision?.number) void this.refresh();
  }

  refresh(): Promise<void> {
    return this.enqueue(async () => {
      try {
        this.accept(await this.api.load());
      } catch {
        // The next message or a reload brings it up to date.
      }
    });
  }

  retryNow(): void {
    if (this.hasDrafts()) this.saveSoon(0);
  }

  /** The server has everything, or nothing is wanted any more. */
  forget(): void {
    clearTimeout(this.timer);
    this.setDrafts({});
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** Text of a step that is gone (deleted elsewhere) stays on this computer: undo may bring the step back. */
  private hasDrafts(): boolean {
    return Object.keys(this.store.get().drafts).some((stepId) => this.find(stepId));
  }

  private accept(episode: EpisodeDetail): void {
    this.store.set({ episode });
  }

  private setDrafts(drafts: Drafts): void {
    storeDrafts(this.storage, this.episodeId, drafts);
    this.store.set({ drafts });
  }

  private revision(): number {
    return this.store.get().episode?.revision?.number ?? 0;
  }

  private enqueue<T>(job: () => Promise<T>): Promise<T> {
    const result = this.queue.then(job);
    this.queue = result.catch(() => {});
    return result;
  }

  private async change(call: (revision: number) => Promise<EpisodeDetail>): Promise<void> {
    this.store.set({ busy: true });
    try {
      if (!(await this.flush())) {
        throw new ApiError(0, "unsaved", "Some text is not saved yet. It is kept here; try again.");
      }
      await this.enqueue(async () => {
        try {
          this.accept(await call(this.revision()));
        } catch (error) {
          if (!stale(error)) throw error;
          this.accept(await this.api.load());
          throw new ApiError(
            409,
            "stale",
            "The steps were changed elsewhere. You see the newest now; do it again if you still want to.",
          );
        }
      });
    } finally {
      this.store.set({ busy: false });
    }
  }

  private saveSoon(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.enqueue(() => this.saveAll()), delay);
  }

  private async saveAll(): Promise<void> {
    for (const stepId of Object.keys(this.store.get().drafts)) {
      this.store.set({ save: { is: "saving" } });
      try {
        const settled = await this.saveStep(stepId);
        if (!settled) return;
      } catch (error) {
        if (!passing(error)) {
          this.store.set({ save: { is: "refused", why: words(error) } });
          return;
        }
        const wait = RETRY_MS[Math.min(this.attempt, RETRY_MS.length - 1)] ?? 10_000;
        this.attempt += 1;
        this.store.set({ save: { is: "waiting", why: words(error) } });
        this.saveSoon(wait);
        return;
      }
    }
    this.attempt = 0;
    this.store.set({ save: { is: this.hasDrafts() ? "pending" : "saved" } });
    if (this.hasDrafts()) this.saveSoon(SAVE_AFTER_MS);
  }

  /** False when the person must decide first. */
  private async saveStep(stepId: string): Promise<boolean> {
    const sent = this.store.get().drafts[stepId];
    if (!sent) return true;
    const step = this.find(stepId);
    if (!step) return true;
    if (same(sent, textOf(step))) return this.dropDraft(stepId);
    // Their words may have come by any way (socket, reload): never write over them unasked.
    if (FIELDS.some((field) => disputed(step, sent, field))) {
      const conflict = { step: step.id, theirs: textOf(step) };
      this.store.set({ save: { is: "conflict", conflict } });
      return false;
    }
    let base = this.revision();
    try {
      for (const field of FIELDS) {
        if (sent[field] === sent.base[field] || sent[field] === step[field]) continue;
        base = this.revision();
        const op: EditOp = { op: "set_text", step: step.id, field, text: sent[field] };
        this.accept(await this.api.edit(op, base));
      }
    } catch (error) {
      if (!stale(error)) throw error;
      this.accept(await this.api.load());
      // Refused for another reason than an old revision: asking again would not help.
      if (this.revision() === base) throw error;
      return this.saveStep(stepId);
    }
    return this.acknowledge(stepId, sent);
  }

  private acknowledge(stepId: string, sent: StepText): boolean {
    const draft = this.store.get().drafts[stepId];
    // Written on while the save was under way: only the base moves.
    if (draft && !same(draft, sent)) {
      const { thought, instruction } = sent;
      const drafts = { ...this.store.get().drafts };
      drafts[stepId] = { ...draft, base: { thought, instruction } };
      this.setDrafts(drafts);
      return true;
    }
    return this.dropDraft(stepId);
  }

  private dropDraft(stepId: string): true {
    const { [stepId]: _dropped, ...rest } = this.store.get().drafts;
    this.setDrafts(rest);
    return true;
  }

  private find(stepId: string): Step | undefined {
    return this.store.get().episode?.steps.find((step) => String(step.id) === stepId);
  }
}
