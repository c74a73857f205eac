/** A job's settings in a form: what was typed, what is sent, and how a value is told. */
import { figure } from "./progress";
import type { FieldAbout, FieldValue } from "./types";

/** What stands in the form: numbers may be half typed. */
export type Typed = Record<string, string | number | boolean>;

/** A value in words: "yes", "3e-4", "–" for nothing. */
export function told(value: FieldValue, field?: FieldAbout): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    const text = Number.isInteger(value) ? value.toLocaleString("en") : String(value);
    return field?.unit ? `${text} ${field.unit}` : text;
  }
  return String(value);
}

/** What a preset makes of every field. */
export function valuesOf(fields: FieldAbout[], config: Record<string, FieldValue>): Typed {
  return Object.fromEntries(
    fields.map(({ name, default: usual }) => [name, (config[name] ?? usual) as string]),
  );
}

/** Only what differs from the preset, as numbers where numbers are meant; half-typed ones go as they are. */
export function changes(
  fields: FieldAbout[],
  preset: Record<string, FieldValue>,
  typed: Typed,
): Record<string, FieldValue> {
  const usual = valuesOf(fields, preset);
  const sent: Record<string, FieldValue> = {};
  for (const { name, type } of fields) {
    const value = typed[name];
    if (value === undefined) continue;
    const number = type === "int" || type === "float";
    const clean = number && value !== "" ? asNumber(value) : value;
    if (clean !== usual[name]) sent[name] = clean;
  }
  return sent;
}

function asNumber(value: string | number | boolean): number | string {
  const number = Number(value);
  return Number.isFinite(number) ? number : String(value);
}

/** Why a value cannot be, before the server says it; empty if it can. */
export function fault(field: FieldAbout, value: string | number | boolean | undefined): string {
  if (field.type !== "int" && field.type !== "float") return "";
  const number = Number(value);
  if (value === "" || value === undefined || !Number.isFinite(number)) return "A number is needed.";
  if (field.type === "int" && !Number.isInteger(number)) return "A whole number is needed.";
  if (field.min !== null && number < field.min) return `At least ${figure(field.min)}.`;
  if (field.max !== null && number > field.max) return `At most ${figure(field.max)}.`;
  return "";
}

/** The fields that stand aside, by the group that they belong to, in their order. */
export function aside(fields: FieldAbout[]): [string, FieldAbout[]][] {
  const groups = new Map<string, FieldAbout[]>();
  for (const field of fields) {
    if (!field.advanced) continue;
    const group = field.group || "More";
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  return [...groups];
}
