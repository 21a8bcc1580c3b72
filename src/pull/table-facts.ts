import { keyOf } from './choose-tables.js';
import type { DatabaseKind, Table } from './database.js';
import { guessType } from './guess-type.js';

/** The timestamps of models. */
export const STAMPS = ['created_at', 'updated_at'];

/** The two timestamps of a table, if it has both of them as crudgen does. */
export function stampsOf({ columns }: Table, database: DatabaseKind): readonly string[] {
  const isStamp = (name: string) =>
    columns.some((column) => {
      const guess = column.name === name && guessType(column, { database, isKeyed: false });
      return typeof guess === 'object' && guess.type === 'datetime' && !column.generated;
    });
  return STAMPS.every(isStamp) ? STAMPS : [];
}

/** The columns that are unique alone: by a constraint, or as a key. */
export function uniqueOf(table: Table): ReadonlySet<string> {
  const found = table.indexes.filter(isPlain).filter(({ unique }) => unique);
  const key = keyOf(table)!.columns;
  return new Set([
    ...found.flatMap(({ columns }) => (columns.length === 1 ? (columns as string[]) : [])),
    ...(key.length === 1 ? key : []),
  ]);
}

/** Whether an index is one of columns alone, in the usual way. */
export const isPlain = ({ columns, where, method }: Table['indexes'][number]): boolean =>
  where === null && method === 'btree' && !columns.includes(null);

/** The columns that have an index alone. */
export const indexedOf = ({ indexes }: Table): ReadonlySet<string> =>
  new Set(
    indexes
      .filter(isPlain)
      .flatMap(({ columns }) => (columns.length === 1 ? (columns as string[]) : [])),
  );

/** The columns in keys, indexes and foreign keys, whose texts have a limited length. */
export const keyedOf = (table: Table): ReadonlySet<string> =>
  new Set([
    ...keyOf(table)!.columns,
    ...table.indexes.filter(isPlain).flatMap(({ columns }) => columns as string[]),
    ...table.foreignKeys.flatMap(({ columns }) => columns),
  ]);
