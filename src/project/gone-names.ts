import type { App, Model } from '../model/model.js';
import { joinTableOf } from '../model/relations.js';
import { type Renames, withJoinTables } from '../schema/rename-schema.js';
import type { Column, Schema, Table } from '../schema/schema.js';
import type { SyncedState } from './read-synced-state.js';

/** A removed table, with added ones that may be the same under another name. */
type Gone = readonly [table: string, candidates: string[]];

/** Removed tables of models, each with the added ones that have most of its columns. */
export function goneTables(
  { before, schema }: SyncedState,
  after: App,
  renamed: Readonly<Record<string, string>> = {},
): Gone[] {
  const [own, now] = [before, after].map(
    ({ models }) => new Map(models.map((model) => [model.table, model])),
  ) as [Map<string, Model>, Map<string, Model>];
  const came = [...now].filter(
    ([table]) => !schema.has(table) && !Object.values(renamed).includes(table),
  );
  return [...own].flatMap(([table, model]) => {
    if (now.has(table) || renamed[table] !== undefined || !schema.has(table)) return [];
    const columns = new Set(model.fields.map(({ column }) => column));
    const shared = (other: Model) =>
      other.fields.filter(({ column }) => columns.has(column)).length;
    const fits = came.filter(([, other]) => shared(other) * 2 > columns.size).map(([name]) => name);
    return fits.length === 0 ? [] : [[table, fits] as const];
  });
}

/** Removed join tables, each with the added ones between the same two tables. */
export function goneJoins(
  { before, schema }: SyncedState,
  after: App,
  renamed: Readonly<Record<string, string>> = {},
): Gone[] {
  // Those named after a renamed table or field are renamed with it.
  const { tables } = withJoinTables({ tables: renamed, columns: {} }, before, after);
  const now = joinsOf(after);
  const names = new Set(now.map(({ table }) => table));
  const taken = new Set(Object.values(tables));
  const came = now.filter(({ table }) => !schema.has(table) && !taken.has(table));
  return joinsOf(before).flatMap(({ table, between }) => {
    if (names.has(table) || tables[table] !== undefined || !schema.has(table)) return [];
    const sides = between.map((name) => tables[name] ?? name).join();
    const fits = came.filter((one) => one.between.join() === sides).map((one) => one.table);
    return fits.length === 0 ? [] : [[table, fits] as const];
  });
}

const joinsOf = (app: App): { table: string; between: string[] }[] =>
  app.models.flatMap((model) =>
    model.fields
      .filter(({ type }) => type === 'refs')
      .map((field) => joinTableOf(app, model, field))
      .map(({ table, otherTable }) => ({ table, between: [model.table, otherTable] })),
  );

/**
 * Removed columns, each with the added ones of its type in the same table. A column whose type changed may have been removed
 * and its name reused; those come first.
 */
export function goneColumns(
  schema: Schema,
  now: Schema,
  tables: Readonly<Record<string, string>> = {},
  columns: Renames['columns'] = {},
): (readonly [table: string, column: string, candidates: string[]])[] {
  return [...schema].flatMap(([name, table]) => {
    const next = now.get(tables[name] ?? name);
    if (!next) return [];
    const renamed = columns[name] ?? {};
    const taken = Object.values(renamed);
    const open = [...table.columns].filter(([column]) => renamed[column] === undefined);
    const free = [...next.columns].filter(([column]) => !taken.includes(column));
    const gone = open.filter(([column]) => !next.columns.has(column));
    const came = free.filter(
      ([column]) => !table.columns.has(column) || renamed[column] !== undefined,
    );
    const replaced = open.filter(([column, spec]) => {
      const other = free.find(([one]) => one === column)?.[1];
      const isOther = other !== undefined && !isLike(spec, other);
      const fits = (all: Columns, one: Column) => all.some(([, found]) => isLike(found, one));
      return isOther && fits(came, spec) && fits(gone, other);
    });
    const isReplaced = (column: string) => replaced.some(([one]) => one === column);
    const all = [...came, ...free.filter(([column]) => isReplaced(column))];
    return [...replaced, ...gone].flatMap(([column, spec]) => {
      const target = targetOf(table, column);
      const old = target && (tables[target] ?? target);
      // Foreign keys to different tables hold different values.
      const leadsOn = (to: string | undefined) => !old || !to || to === old;
      const fits = all
        .filter(([other, found]) => isLike(spec, found) && leadsOn(targetOf(next, other)))
        .map(([other]) => other);
      return fits.length === 0 ? [] : [[name, column, fits] as const];
    });
  });
}

/** The table that a column refers to. */
const targetOf = ({ foreignKeys }: Table, column: string): string | undefined =>
  foreignKeys.find((key) => key.column === column)?.table;

type Columns = readonly (readonly [string, Column])[];

const isLike = (one: Column, other: Column): boolean => one.type === other.type;
