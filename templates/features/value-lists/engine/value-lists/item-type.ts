import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { AddedLimits } from '../fields/added-type.js';
import type { PlainType } from '../fields/plain-type.js';
import { LENGTHS } from '../fields/formats.js';
import type { CheckedField } from '../fields/limits.js';
import { plainTypeOf } from '../database/column-types.js';

/** The types of items. */
export const ITEM_TYPES = [
  ...(['string', 'text', 'integer', 'bigint', 'float', 'decimal', 'boolean'] as const),
  ...(['date', 'time', 'datetime', 'uuid'] as const),
] satisfies readonly PlainType[];
export type ItemType = (typeof ITEM_TYPES)[number];

/** What the items of a list are: their type, the length of a string, and the digits of a decimal. */
export interface Item {
  readonly type: ItemType;
  readonly length: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
}

/** The items of a column; throws for a type that is not among those of items. */
export function itemOf(column: ColumnMetadata): Item {
  const type = ITEM_TYPES.find((one) => one === plainTypeOf(column));
  if (type === undefined)
    throw new Error(
      `${column.entityMetadata.name}.${column.propertyName}: a list has items of the types ${ITEM_TYPES.join(', ')}`,
    );
  return {
    type,
    length: type === 'string' ? Number(column.length || LENGTHS.string) : null,
    precision: column.precision ?? null,
    scale: column.scale ?? null,
  };
}

/** A field of which each item of a list is checked as a value: the limits of the list are those of its number of items. */
export const itemField = (field: AddedLimits, { type, length, ...digits }: Item): CheckedField => ({
  ...{ name: field.name, type, min: null, max: length },
  ...(field.values && { values: field.values }),
  ...(field.enforce && { enforce: field.enforce }),
  ...digits,
});

/** The type of an array's items, as the catalog of PostgreSQL names it. */
export function catalogType({ type, length, precision, scale }: Item): string {
  if (type === 'string') return `character varying(${length})`;
  if (type === 'decimal') return `numeric(${precision},${scale ?? 0})`;
  return CATALOG_TYPES[type];
}

const CATALOG_TYPES: Readonly<Record<Exclude<ItemType, 'string' | 'decimal'>, string>> = {
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
