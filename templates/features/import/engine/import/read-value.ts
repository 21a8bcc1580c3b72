import { isText, type ColumnInfo, type ExtraInfo, type FieldType } from '../fields/column-info.js';
import { FIELD_TYPES, typeOf } from '../fields/field-types.js';
import { jsonExcess } from '../fields/storable.js';
import { sentence, show, type FieldProblem } from '../problem/problem.js';
import { cellText, keysIn, unguardText, type Cell } from './cells.js';
import {
  inZone,
  readDate,
  readLocalMoment,
  readNumber,
  readTime,
  type Decimal,
  type Locale,
} from './locale.js';
import { withoutUnit } from './read-unit.js';

/** A value as a write takes it, or why the cell has none. */
export type ReadValue =
  { readonly value: unknown; readonly problem?: undefined } | { readonly problem: CellProblem };

export type CellProblem = Pick<FieldProblem, 'code' | 'message' | 'params'>;

/** The field that a cell is read for. */
type Field = Pick<ColumnInfo | ExtraInfo, 'name' | 'type'> &
  Partial<Pick<ColumnInfo, 'added' | 'values' | 'nullable' | 'default' | 'unit'>>;

const found = (value: unknown): ReadValue => ({ value });
const no = (code: string, message: string): ReadValue => ({
  problem: { code, message: sentence(message) },
});

/**
 * The value of a cell for a field, in the form of JSON; the write checks the rest. An empty cell is null, or nothing where the
 * field has a default instead.
 */
export function readValue(cell: Cell, field: Field, locale: Locale): ReadValue {
  if (cell === null) return found(takesDefault(field) ? undefined : null);
  if (typeof cell === 'string' && !isTextual(field) && cell.trim() === '')
    return readValue(null, field, locale);
  return READERS[field.type](cell, field, locale);
}

const takesDefault = ({ nullable, default: rule }: Field): boolean =>
  nullable === false && rule != null;

const isTextual = ({ type }: Field): boolean => isText({ type } as ColumnInfo);

type Given = Exclude<Cell, null>;
type Read = (cell: Given, field: Field, locale: Locale) => ReadValue;

/**
 * Reads cells of a type: `textOf` gives the text that the type reads, in place of what a locale and a spreadsheet make of it. A cell
 * without such a text is refused with `reason`.
 */
function reader(
  code: string,
  reason: string | ((locale: Locale) => string),
  textIn: (cell: Given, field: Field, locale: Locale) => string | null,
): Read {
  return (cell, field, locale) => {
    const text = textIn(cell, field, locale);
    const value = text === null ? null : typeOf(field).parse(text);
    if (value !== null) return found(value);
    const why = typeof reason === 'string' ? reason : reason(locale);
    return no(code, `${field.name}: ${shown(cell)} ${why}`);
  };
}

const READERS: Readonly<Record<FieldType, Read>> = {
  string: readText,
  text: readText,
  enum: readText,
  integer: readNumeric,
  float: readNumeric,
  decimal: readNumeric,
  bigint: reader('number', 'is not a whole number', (cell, { unit }, { decimal }) => {
    const text = typeof cell === 'number' ? String(cell) : numberIn(textOf(cell), unit, decimal);
    return text?.replace(/\.0*$/, '') ?? null;
  }),
  boolean: reader('boolean', 'is neither yes nor no', (cell) => {
    const word = textOf(cell).trim().toLowerCase();
    if (YES.has(word)) return 'true';
    return NO.has(word) ? 'false' : null;
  }),
  date: reader(
    'date',
    ({ dates }) => `is not a date${expected(dates)}`,
    (cell, _field, { dates }) => {
      const iso = cell instanceof Date ? cell.toISOString().slice(0, 10) : textOf(cell);
      return readDate(iso.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, ''), dates);
    },
  ),
  time: reader('time', 'is not a time', (cell) =>
    cell instanceof Date ? cell.toISOString().slice(11, 19) : readTime(textOf(cell)),
  ),
  datetime: reader(
    'date',
    ({ dates }) => `is not a date with a time${expected(dates)} 07:30`,
    momentIn,
  ),
  uuid: reader('uuid', 'is not a UUID', (cell) =>
    textOf(cell)
      .trim()
      .replace(/^\{(.*)\}$/, '$1'),
  ),
  color: reader('color', 'is not a colour', (cell) => {
    const text = textOf(cell).trim();
    // A spreadsheet has dropped the zeros before a number: 123 may have been 000123, another colour than #123.
    const isCut = typeof cell === 'number' && text.length < 6;
    return isCut ? null : text.replace(/^#?/, '#');
  }),
  json: readJson,
  added: (cell, field, locale) => {
    if (field.added!.isList) return readList(cell, field);
    return field.added!.isNumber ? readExact(cell, field, locale) : readAdded(cell, field, locale);
  },
};

/** A number of which a spreadsheet may have lost digits is refused by its type. */
const readExact = reader('number', 'is not a number', (cell, { unit }, { decimal }) =>
  typeof cell === 'number' ? String(cell) : numberIn(textOf(cell), unit, decimal),
);

const readAdded = reader('type', 'is no such value', (cell) => unguardText(textOf(cell)));

const EXAMPLES = { ymd: '2026-01-31', dmy: '31.01.2026', mdy: '01/31/2026' } as const;

const expected = (dates: Locale['dates']): string => ` such as ${EXAMPLES[dates]}`;

const shown = (cell: Cell): string => `"${show(textOf(cell))}"`;

const textOf = (cell: Cell): string => cellText(cell) ?? '';

/** A text as it is; one of a few values also as people write it: `In work` for `in_work`. */
function readText(cell: Cell, { values = [] }: Field): ReadValue {
  const text = typeof cell === 'string' ? unguardText(cell) : textOf(cell);
  if (values.length === 0 || values.includes(text)) return found(text);
  const meant = values.filter((value) => plain(value) === plain(text));
  return found(meant.length === 1 ? meant[0] : text);
}

/** What a text has in common with others that people would not tell from it. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '');

/** A number as it is, or with the unit of its field. */
function numberIn(text: string, unit: Field['unit'], decimal: Decimal): string | null {
  const bare = readNumber(text, decimal) === null ? withoutUnit(text, unit ?? null) : text;
  return bare === null ? null : readNumber(bare, decimal);
}

/** A number of any kind: the write tells what is wrong with a fraction in a whole number. */
function readNumeric(cell: Given, { name, unit }: Field, { decimal }: Locale): ReadValue {
  if (typeof cell === 'number') return found(cell);
  const text = typeof cell === 'string' ? numberIn(cell, unit, decimal) : null;
  if (text === null) return no('number', `${name}: ${shown(cell)} is not a number`);
  const value = FIELD_TYPES.float.parse(text);
  return value === null ? no('number', `${name}: this number is too large`) : found(value);
}

const YES = new Set([
  'true',
  'yes',
  'y',
  '1',
  'on',
  'x',
  '✓',
  'ja',
  'j',
  'wahr',
  'oui',
  'vrai',
  'si',
  'sí',
]);
const NO = new Set(['false', 'no', 'n', '0', 'off', '-', 'nein', 'falsch', 'non', 'faux']);

/** Spreadsheets have days and times without a zone, with errors of a millisecond. */
function momentIn(cell: Given, _field: Field, { dates, timeZone }: Locale): string | null {
  const withOffset = typeof cell === 'string' ? FIELD_TYPES.datetime.parse(cell.trim()) : null;
  if (withOffset !== null) return withOffset as string;
  const local =
    cell instanceof Date
      ? new Date(Math.round(cell.getTime() / 10) * 10).toISOString().slice(0, -1)
      : readLocalMoment(textOf(cell), dates);
  return local === null ? null : inZone(local, timeZone);
}

/** The items of a list, between commas or semicolons as keys of records are. */
function readList(cell: Given, field: Field): ReadValue {
  const texts = keysIn(unguardText(textOf(cell)));
  if (texts === null) return no('value', `${field.name}: a quotation does not end`);
  const { parse, noun } = typeOf(field);
  const items = texts.map((text) => parse(text));
  const wrong = texts.find((_, place) => items[place] === null);
  return wrong === undefined
    ? found(items)
    : no('type', `${field.name}: ${shown(wrong)} is not an item of ${noun}`);
}

/** The reason why a text is not JSON tells its depth, too, which the type does not. */
function readJson(cell: Cell, { name }: Field): ReadValue {
  if (typeof cell === 'number' || typeof cell === 'boolean') return found(cell);
  const text = unguardText(textOf(cell));
  const excess = jsonExcess(text);
  if (excess !== null) return no('json', `${name} ${excess}`);
  try {
    return found(JSON.parse(text));
  } catch {
    return no('json', `${name}: ${shown(cell)} is not valid JSON`);
  }
}
