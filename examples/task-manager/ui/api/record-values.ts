/** Keys that the service computes, or that only this client uses. */
const NEVER_SENT = new Set([
  ...['id', '_label', '_count', '_etag', 'created_at', 'updated_at'],
  // Of a line in a form.
  ...['_first', '_delete'],
]);

/** Fields of a record by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether a record was read by itself: a row of a list has neither its version nor its lines. */
export const isWhole = (record: Values): boolean => record['_etag'] !== undefined;

/** What a form may send: everything except computed fields. */
export function sendable(row: Values): Values {
  return Object.fromEntries(
    Object.entries(row).filter(([key, value]) => !NEVER_SENT.has(key) && value !== undefined),
  );
}

/** The fields of `after` that differ from `before`, so that a save never writes back what others changed meanwhile. */
export function changedFields(before: Values, after: Values): Values {
  const changed = Object.entries(sendable(after)).filter(
    ([key, value]) => value !== undefined && !sameValue(before[key], value),
  );
  return Object.fromEntries(changed);
}

/** Whether two values of a field are equal as JSON; absent equals null, and lists of ids are unordered. */
export function sameValue(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  if (value === undefined || value === '') return 'null';
  if (isListOfScalars(value)) return JSON.stringify([...value].map(String).sort());
  return JSON.stringify(value);
}

function isListOfScalars(value: unknown): value is (string | number)[] {
  return Array.isArray(value) && value.every((one) => typeof one !== 'object');
}
