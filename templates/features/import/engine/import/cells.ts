import type { FieldType } from '../fields/column-info.js';

/** A cell of a table: a text, or what a spreadsheet has of itself. Null is an empty one, and an empty text is a text. */
export type Cell = string | number | boolean | Date | null;

/** What a column of a table is for: a field's value, keys of many records or items of a list, or the label of a record. */
export type CellType = FieldType | 'id' | 'refs' | 'label';

/**
 * Cells that a spreadsheet may run as a formula start with one of these signs, also in full width, behind blanks, what nobody sees,
 * and what separates cells elsewhere.
 */
const GUARDED = /^'*[\s\p{Cc}\p{Cf},;]*[=+\-@|\t\r\n＝＋－＠｜]|^'+$/u;

/**
 * A text as it is written into a cell: with an apostrophe before it where a spreadsheet would take it for a formula, or where it
 * would look as if it had that apostrophe.
 */
export const guardText = (text: string): string => (GUARDED.test(text) ? `'${text}` : text);

/** The text that was written so; any other as it is: `'s-Hertogenbosch` was never guarded. */
export const unguardText = (text: string): string =>
  text.startsWith("'") && (text === "'" || GUARDED.test(text)) ? text.slice(1) : text;

/** Types whose cells may hold any text. */
const GUARDED_TYPES: ReadonlySet<CellType> = new Set<CellType>([
  ...(['string', 'text', 'enum', 'json', 'added', 'refs', 'label'] as const),
]);

/** Whether the texts of a type are guarded. */
export const isGuarded = (type: CellType): boolean => GUARDED_TYPES.has(type);

/** A value of a record as a cell, by which an import finds it again. */
export function cellOf(value: unknown, type: CellType): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'json') return guardText(JSON.stringify(value));
  if (type === 'refs') return listCell(value as readonly unknown[]);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isGuarded(type) ? guardText(text) : text;
}

/** Several keys in one cell; none are an empty one. */
function listCell(keys: readonly unknown[]): Cell {
  if (keys.length === 0) return null;
  return guardText(keys.map((key) => quoted(String(key))).join(', '));
}

const quoted = (key: string): string =>
  key === '' || key !== key.trim() || /[",;\r\n]/.test(key)
    ? `"${key.replaceAll('"', '""')}"`
    : key;

/** The keys in a cell, between commas or semicolons, as far as one more than `most`; null where a quotation does not end. */
export function keysIn(text: string, most = Infinity): readonly string[] | null {
  const keys: string[] = [];
  const all = text.trim();
  for (let at = 0; at < all.length && keys.length <= most;) {
    const isQuoted = all[at] === '"';
    const end = isQuoted ? endOfQuotation(all, at) : at + lengthOf(PLAIN, all, at);
    if (end === at) return null;
    const key = all.slice(at, end);
    keys.push(isQuoted ? key.slice(1, -1).replaceAll('""', '"') : key.trim());
    at = end + lengthOf(BETWEEN, all, end);
    if (at === end && at < all.length) return null;
  }
  return keys;
}

const PLAIN = /[^",;][^,;]*/y;
const BETWEEN = /\s*[,;]\s*/y;

/** Behind the quote that ends a quotation; where it begins, if none does. */
function endOfQuotation(text: string, begin: number): number {
  for (let at = begin + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return begin;
    if (text[at + 1] !== '"') return at + 1;
  }
}

/** How much of a text, from a place on, a pattern has. */
function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** A cell as people read it; null for an empty one. */
export function cellText(cell: Cell): string | null {
  if (!(cell instanceof Date)) return cell === null ? null : String(cell);
  const iso = cell.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}
