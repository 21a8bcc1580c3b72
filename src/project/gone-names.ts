import type { App, Model } from '../model/model.js';
import type { Renames } from '../schema/rename-schema.js';
import type { Column, Schema } from '../schema/schema.js';
import type { Known } from './read-known.js';

/** Tables of models that went, each with those that came and have most of its columns. */
export function goneTables(
  { before, schema }: Known,
  after: App,
  said: Readonly<Record<string, string>> = {},
): (readonly [table: string, candidates: string[]])[] {
  const [own, now] = [before, after].map(
    ({ models }) => new Map(models.map((model) => [model.table, model])),
  ) as [Map<string, Model>, Map<string, Model>];
  const came = [...now].filter(
    ([table]) => !schema.has(table) && !Object.values(said).includes(table),
  );
  return [...own].flatMap(([table, model]) => {
    if (now.has(table) || said[table] !== undefined || !schema.has(table)) return [];
    const columns = new Set(model.fields.map(({ column }) => column));
    const shared = (other: Model) =>
      other.fields.filter(({ column }) => columns.has(column)).length;
    const fits = came.filter(([, other]) => shared(other) * 2 > columns.size).map(([name]) => name);
    return fits.length === 0 ? [] : [[table, fits] as const];
  });
}

/** Columns that went, each with those of its kind that came in the same table. */
export function goneColumns(
  schema: Schema,
  now: Schema,
  tables: Readonly<Record<string, string>> = {},
  columns: Renames['columns'] = {},
): (readonly [table: string, column: string, candidates: string[]])[] {
  return [...schema].flatMap(([name, table]) => {
    const next = now.get(tables[name] ?? name);
    if (!next) return [];
    const said = columns[name] ?? {};
    const came = [...next.columns].filter(
      ([column]) => !table.columns.has(column) && !Object.values(said).includes(column),
    );
    const gone = [...table.columns].filter(
      ([column]) => !next.columns.has(column) && said[column] === undefined,
    );
    return gone.flatMap(([column, spec]) => {
      const fits = came.filter(([, other]) => isLike(spec, other)).map(([other]) => other);
      return fits.length === 0 ? [] : [[name, column, fits] as const];
    });
  });
}

const isLike = (one: Column, other: Column): boolean => one.type === other.type;
