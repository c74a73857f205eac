/**
 * The API's objects by the names that pages use, all taken from the generated schema (times are ISO-8601 UTC,
 * lengths device pixels). What OpenAPI cannot say as exactly as we know it is narrowed here.
 */
import type { components } from "./schema";

type Schemas = components["schemas"];

/** [left, top, right, bottom] */
export type Bounds = [number, number, number, number];

export interface Page<T> {
  results: T[];
  next: string | null;
  count: number;
}

export type Role = Schemas["RolesEnum"];
export type ThemeChoice = Schemas["ThemeEnum"];
export type Person = Schemas["Person"];
export type Session = Schemas["Session"];
export type User = Schemas["User"];
export type Permission = keyof Schemas["Permissions"];
export type Account = Schemas["Account"];
export type NewAccount = Account & Partial<Pick<Schemas["NewAccount"], "first_password">>;
export type ApiToken = Schemas["Token"];
export type Scope = Schemas["ScopesEnum"];
export type AuditEntry = Schemas["AuditEntry"];

export type Agent = Schemas["Agent"];
export type RunState = Schemas["RunStateEnum"];
export type RunEnding = Schemas["EndingEnum"];
export type Run = Omit<Schemas["Run"], "ending"> & { ending?: RunEnding | "" };
export type RunDetail = Omit<Schemas["RunDetail"], "ending"> & { ending?: RunEnding | "" };
export type GuardRule = Schemas["GuardRule"];
/** A question to the agent and its answer; `screen` is what its action was aimed at. */
export type Turn = Omit<Schemas["Turn"], "action" | "screen"> & {
  action: Action | null;
  screen: { width: number; height: number; element: StepElement | null } | null;
};

export type Criterion = Schemas["Criterion"];
export type CriterionAnswer = Schemas["CriterionAnswer"];
export type AnswerKind = CriterionAnswer["answer"];
export type BlindStep = Omit<Schemas["BlindStep"], "element"> & { element: StepElement | null };
/** A run to grade, with what has been answered so far. */
export type GradeSheet = Omit<Schemas["GradeSheet"], "steps"> & { steps: BlindStep[] };
export type GradeLine = Schemas["GradeLine"];
export type GradingQueue = Schemas["GradingQueue"];
export type Campaign = Schemas["Campaign"];

export type Lease = Schemas["Lease"];
export type DeviceState = Schemas["PhoneStateEnum"];
export type Device = Schemas["Device"] & Partial<Pick<Schemas["DeviceDetail"], "properties">>;

export type Gallery = Schemas["Gallery"];
export type GalleryApp = Schemas["GalleryApp"];
export type SpecFile = Schemas["SpecFile"];

export type Task = Schemas["Task"];
export type Suite = Schemas["Suite"];
export type Claim = Schemas["Claim"];
export type Queue = Omit<Schemas["Queue"], "sent_back"> & { sent_back: Episode[] };

export type EpisodeState = Schemas["EpisodeStateEnum"];
export type Quality = Schemas["QualityEnum"];
export type ReviewVerdict = Schemas["VerdictEnum"];
export type Verdict = Schemas["Verdict"];
export type Review = Schemas["Review"];
export type Action = Schemas["Action"];
export type StepElement = Omit<Schemas["Element"], "bounds"> & { bounds: Bounds };
export type Step = Omit<Schemas["Step"], "element"> & { element: StepElement | null };
/** A free task has no task until it is described. */
export type Episode = Omit<Schemas["Episode"], "task"> & { task: Task | null };
export type EpisodeDetail = Episode & { steps: Step[] };
export type Revision = Schemas["Revision"];
export type ReviewQueue = Schemas["ReviewQueue"];
export type MyStats = Schemas["MyStats"];
