import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';

/** Whether the service sorts by a column: JSON has no order, and code of the project may store a value in any form. */
export const isSorted = ({ type, transformer }: ColumnInfo): boolean =>
  type !== 'json' && !transformer;

/** Whether filters compare the values of a column by size. */
export const isCompared = (column: ColumnInfo): boolean =>
  isSorted(column) && column.type !== 'boolean';

export const isText = ({ type }: ColumnInfo): boolean =>
  type === 'string' || type === 'text' || type === 'enum';

export const isNumber = ({ type }: ColumnInfo): boolean =>
  type === 'integer' || type === 'bigint' || type === 'float' || type === 'decimal';

/** The order of two values of a column: no value comes first, numbers go by size, texts by code point. */
export function compare({ type }: Pick<ColumnInfo, 'type'>, a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return -1;
  if (b === null || b === undefined) return 1;
  if (type === 'bigint') return BigInt(a as string) < BigInt(b as string) ? -1 : 1;
  return (a as string) < (b as string) ? -1 : 1;
}
