export type QueryValue = string | string[];
/** The filters as they stand in the form. */
export type Query = Record<string, QueryValue>;

/** Only the filters that say something: an empty one lets everything through. */
export function queryOf(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value.length > 0));
}
