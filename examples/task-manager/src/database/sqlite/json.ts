import type { ValueInfo } from './values.js';

/**
 * The JSON of a column as SQL, byte for byte what `JSON.stringify(decode(value))` gives. SQLite then builds whole records
 * and no row becomes a JavaScript object: a page of 25 in two thirds of the time.
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
 * SQLite writes `29.0` and `1.0e+21` where JavaScript has `29` and `1e+21`. Whole numbers go as integers, those with few
 * decimals look the same in both, and JavaScript writes the rest itself. It is not asked about NULL: a call costs as much as
 * ten columns.
 */
const numberJson = (column: string): string =>
  `CASE WHEN ${column} IS NULL THEN NULL ` +
  `WHEN ${column} = CAST(${column} AS INTEGER) AND abs(${column}) < 1e15 THEN CAST(${column} AS INTEGER) ` +
  `WHEN abs(${column}) < 1e9 AND round(${column} * 1e4) / 1e4 = ${column} THEN ${column} ` +
  `ELSE json(json_number(${column})) END`;

/** `2026-11-21 09:30:00.000` as `2026-11-21T09:30:00.000Z`; a row from plain SQL may have whole seconds. */
const moment = (column: string): string =>
  `CASE WHEN length(${column}) = 23 THEN replace(${column}, ' ', 'T') || 'Z' ` +
  `ELSE strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) END`;
