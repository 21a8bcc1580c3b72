import { DECIMAL_DIGITS, STRING_LENGTH } from '../model/columns.js';
import type { Field, ItemType, JsonValue } from '../model/model.js';
import type { ColumnSpec } from './engine/schema.js';

/** The column of a list: an array of PostgreSQL, and JSON text on SQLite. */
export const listColumn = (field: Field): ColumnSpec => ({
  type: 'sql',
  sqlite: 'text',
  postgres: `${itemType(field)}[]`,
  ...(field.default?.kind === 'value' && { default: storedList(field.default.value as JsonValue) }),
});

/** Whether a column holds lists. */
export const isListColumn = ({ type, postgres }: ColumnSpec): boolean =>
  type === 'sql' && postgres?.endsWith('[]') === true;

/** A list as each database stores it. */
export const storedList = (value: JsonValue): Readonly<Record<'sqlite' | 'postgres', string>> => ({
  sqlite: JSON.stringify(value),
  postgres: `{${(value as readonly JsonValue[]).map(arrayItem).join(',')}}`,
});

/** An item in the text of an array, in quotes as the engine writes it. */
const arrayItem = (item: JsonValue): string => `"${String(item).replace(/["\\]/g, '\\$&')}"`;

/** The type of the items, as the catalog of PostgreSQL names it. */
function itemType({ items, itemLength, precision, scale }: Field): string {
  if (items === 'string') return `character varying(${itemLength ?? STRING_LENGTH})`;
  if (items === 'decimal')
    return `numeric(${precision ?? DECIMAL_DIGITS.precision},${scale ?? DECIMAL_DIGITS.scale})`;
  return ITEM_TYPES[items!];
}

const ITEM_TYPES: Readonly<Record<Exclude<ItemType, 'string' | 'decimal'>, string>> = {
  text: 'text',
  integer: 'bigint',
  bigint: 'bigint',
  float: 'double precision',
  boolean: 'boolean',
  date: 'date',
  time: 'time(0) without time zone',
  datetime: 'timestamp(3) with time zone',
  uuid: 'uuid',
};
