/** Keys that the service computes, or that are this client's own. */
const NEVER_SENT = new Set(['id', '_label', '_etag', 'created_at', 'updated_at']);

type Row = Record<string, unknown>;

/** What a form may send: everything but computed fields. */
export function sendable(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !NEVER_SENT.has(key)));
}

/** The fields of `after` that differ from `before`, so that a save never writes back what others changed meanwhile. */
export function changedFields(before: Row, after: Row): Row {
  const changed = Object.entries(sendable(after)).filter(
    ([key, value]) => value !== undefined && !sameValue(before[key], value),
  );
  return Object.fromEntries(changed);
}

/** Whether two values of a field are the same as JSON; absent is null, and lists of ids have no order. */
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
