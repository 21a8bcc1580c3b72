import { snakeCase } from '../model/names.js';
import { keyOf } from './choose-tables.js';
import type { Column, DatabaseKind, Table } from './database.js';
import { guessType } from './guess-type.js';

/** The timestamps of models. */
export const STAMPS = ['created_at', 'updated_at'];

/** The two timestamps of a table, if it has both of them as crudgen does. */
export function stampsOf({ kind, columns }: Table, database: DatabaseKind): readonly string[] {
  // Nobody fills the columns of a view in.
  if (kind === 'view') return [];
  const isStamp = (name: string) =>
    columns.some((column) => {
      const guess = column.name === name && guessType(column, { database, isKeyed: false });
      return typeof guess === 'object' && guess.type === 'datetime' && !column.generated;
    });
  return STAMPS.every(isStamp) ? STAMPS : [];
}

/** Columns with the moment of the insert, of the last change or of the deletion, by their names in snake case. */
const MOMENTS = {
  created:
    /^((created|inserted|creation)(_(at|on|date|time|timestamp))?|(create|insert)_(at|on|date|time)|date_created)$/,
  deleted:
    /^((deleted|removed|deletion)(_(at|on|date|time|timestamp))?|(delete|deletion|removal)_(at|on|date|time)|date_(deleted|removed)|(deleted|removed)at)$/,
  updated:
    /^((last_)?(updated|modified|changed|modification)(_(at|on|date|time|timestamp))?|last_(update|change)|(update|change)_(date|time)|date_(updated|modified))$/,
};

/** A moment that the service keeps in a column. */
export type DraftMoment = 'created' | 'updated' | 'deleted';

/** The moment that the service keeps in a column: a datetime, by its name; null for no such column. */
export function momentOf(column: Column, table: Table, database: DatabaseKind): DraftMoment | null {
  if (table.kind === 'view' || column.generated) return null;
  const guess = guessType(column, { database, isKeyed: false });
  if (typeof guess === 'string' || guess.type !== 'datetime') return null;
  const name = snakeCase(column.name);
  if (MOMENTS.deleted.test(name)) return isDeletion(column, table) ? 'deleted' : null;
  if (stampsOf(table, database).length > 0) return null;
  return (['created', 'updated'] as const).find((moment) => MOMENTS[moment].test(name)) ?? null;
}

/** Whether a column is the only one with such a name, and empty unless something sets it. */
const isDeletion = ({ nullable, default: given }: Column, { columns }: Table): boolean =>
  nullable &&
  given === null &&
  columns.filter(({ name }) => MOMENTS.deleted.test(snakeCase(name))).length === 1;

/** Whether rows tell when they were changed. */
export const tellsChanges = (table: Table, database: DatabaseKind): boolean =>
  stampsOf(table, database).length > 0 ||
  table.columns.some((column) => momentOf(column, table, database) === 'updated');

/** The columns that are unique alone: by a constraint, or as a key. */
export function uniqueOf(table: Table): ReadonlySet<string> {
  const found = table.indexes.filter(isPlain).filter(({ unique }) => unique);
  const key = keyOf(table).columns;
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

/** The columns with which an index of the whole table begins. */
export const begunOf = ({ indexes }: Table): ReadonlySet<string> =>
  new Set(indexes.filter(isPlain).map(({ columns }) => columns[0] as string));

/** The columns in keys, indexes and foreign keys, whose texts have a limited length. */
export const keyedOf = (table: Table): ReadonlySet<string> =>
  new Set([
    ...keyOf(table).columns,
    ...table.indexes.filter(isPlain).flatMap(({ columns }) => columns as string[]),
    ...table.foreignKeys.flatMap(({ columns }) => columns),
  ]);
