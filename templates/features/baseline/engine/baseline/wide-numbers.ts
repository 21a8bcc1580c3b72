import type { Dialect } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';

const isInteger = ({ type, transformer }: ColumnInfo): boolean =>
  type === 'integer' && transformer === null;

/**
 * Compares a `smallint` with any integer: PostgreSQL would take the value for a `smallint`, too, and refuse 70000 where no row has it.
 * SQLite has one type for all of them.
 */
export function withWideNumbers(dialect: Dialect): Dialect {
  if (dialect.name !== 'postgres') return dialect;
  const asInteger = (mark: string): string => `${mark}::integer`;
  return {
    ...dialect,
    equals: (info) =>
      isInteger(info) ? (column, mark) => `${column} = ${asInteger(mark)}` : dialect.equals?.(info),
    compare: (column, operator, value, info, bind) =>
      dialect.compare(
        column,
        operator,
        value,
        info,
        isInteger(info) ? (stored) => asInteger(bind(stored)) : bind,
      ),
  };
}
