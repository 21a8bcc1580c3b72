import type { ValueInfo } from './values.js';

/**
 * The JSON of a column as SQL, equal to what `JSON.stringify(decode(value))` gives. SQLite then builds whole records and no
 * row becomes a JavaScript object: a page of 25 in less than half of the time.
 */
export function json(column: string, info: ValueInfo): string | null {
  if (info.transformer) return null;
  switch (info.type) {
    case 'boolean':
      return `CASE WHEN ${column} THEN json('true') WHEN ${column} IS NULL THEN NULL ELSE json('false') END`;
    case 'float':
    case 'decimal':
      return numberJson(column);
    case 'bigint':
      return `CAST(${column} AS TEXT)`;
    case 'datetime':
      return moment(column);
    case 'json':
      return `json(${column})`;
    default:
      return column;
  }
}

/** Joins members to one object. */
export function jsonObject(
  members: readonly { readonly key: string; readonly sql: string }[],
): string {
  const list = members.map(({ key, sql }) => `'${key.replaceAll(`'`, `''`)}', ${sql}`);
  return `json_object(${list.join(', ')})`;
}

/** The column as the text of its JSON answer, without quotes. */
export function asText(column: string, info: ValueInfo): string {
  switch (info.type) {
    case 'integer':
    case 'bigint':
      return `CAST(${column} AS TEXT)`;
    case 'float':
    case 'decimal':
      return `json_number(${column})`;
    case 'datetime':
      return moment(column);
    default:
      return column;
  }
}

/**
 * SQLite writes `29.0` where JavaScript has `29`: whole numbers go as integers. The rest is the same number, though not always
 * in the same letters (`1.0e-07`, `0.33333333333333332`): comparing those too would cost every page some of its time.
 */
const numberJson = (column: string): string =>
  `CASE WHEN ${column} = CAST(${column} AS INTEGER) THEN CAST(${column} AS INTEGER) ELSE ${column} END`;

/** `2026-11-21 09:30:00.000` as `2026-11-21T09:30:00.000Z`; a row from plain SQL may have whole seconds. */
const moment = (column: string): string =>
  `CASE WHEN length(${column}) = 23 THEN replace(${column}, ' ', 'T') || 'Z' ` +
  `ELSE strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) END`;
