import type { App, Model } from '../../model/model.js';
import { joinTableOf } from '../../model/relations.js';
import { type Renames, withJoinTables } from '../../schema/rename-schema.js';
import { own, type ColumnSpec, type Schema, type TableSchema } from '../../schema/engine/schema.js';
import { schemaOf } from '../../schema/schema.js';
import type { SyncedState } from '../open/read-synced-state.js';

/** A removed table or column, with added ones that may be the same under another name. */
export interface GoneName {
  readonly table: string;
  /** Null for a table. */
  readonly column: string | null;
  /** The other names; at least one. */
  readonly others: readonly string[];
}

/** What was removed and may have been renamed: tables of models, join tables, columns. */
export function goneNames(known: SyncedState, after: App, renames: Renames): GoneName[] {
  const all = [
    ...goneTables(known, after, renames.tables),
    ...goneJoins(known, after, renames),
    ...goneColumns(known.schema, schemaOf(after), renames),
  ];
  return all.filter(({ others }) => others.length > 0);
}

type TableNames = Renames['tables'];

const goneTable = (table: string, others: readonly string[]): GoneName => ({
  table,
  column: null,
  others,
});

/** Removed tables of models, each with the added ones that have most of its columns. */
function goneTables({ before, schema }: SyncedState, after: App, renamed: TableNames): GoneName[] {
  const taken = new Set(Object.values(renamed));
  const came = after.models.filter(
    ({ table }) => !Object.hasOwn(schema.tables, table) && !taken.has(table),
  );
  const stays = (name: string) => after.models.some(({ table }) => table === name);
  return before.models.flatMap(({ table, fields }) => {
    if (stays(table) || renamed[table] !== undefined || !Object.hasOwn(schema.tables, table))
      return [];
    const columns = new Set(fields.map(({ column }) => column));
    const shared = (other: Model) =>
      other.fields.filter(({ column }) => columns.has(column)).length;
    const fits = came.filter((other) => shared(other) * 2 > columns.size);
    return [
      goneTable(
        table,
        fits.map((one) => one.table),
      ),
    ];
  });
}

/** Removed join tables, each with the added ones between the same two tables. */
function goneJoins({ before, schema }: SyncedState, after: App, renames: Renames): GoneName[] {
  // Join tables that are named after a renamed table or field are renamed with it.
  const { tables } = withJoinTables(renames, before, after);
  const now = joinsOf(after);
  const names = new Set(now.map(({ table }) => table));
  const taken = new Set(Object.values(tables));
  const came = now.filter(({ table }) => !Object.hasOwn(schema.tables, table) && !taken.has(table));
  return joinsOf(before).flatMap(({ table, between }) => {
    if (names.has(table) || tables[table] !== undefined || !Object.hasOwn(schema.tables, table))
      return [];
    const sides = between.map((name) => tables[name] ?? name).join();
    const fits = came.filter((one) => one.between.join() === sides).map((one) => one.table);
    return [goneTable(table, fits)];
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
function goneColumns(schema: Schema, now: Schema, { tables, columns }: Renames): GoneName[] {
  return Object.entries(schema.tables).flatMap(([name, table]) => {
    const next = own(now.tables, tables[name] ?? name);
    if (!next) return [];
    const renamed = columns[name] ?? {};
    const taken = Object.values(renamed);
    const open = Object.entries(table.columns).filter(([column]) => renamed[column] === undefined);
    const free = Object.entries(next.columns).filter(([column]) => !taken.includes(column));
    const gone = open.filter(([column]) => !Object.hasOwn(next.columns, column));
    const came = free.filter(
      ([column]) => !Object.hasOwn(table.columns, column) || renamed[column] !== undefined,
    );
    const replaced = open.filter(([column, spec]) => {
      const other = free.find(([one]) => one === column)?.[1];
      const isOther = other !== undefined && !isLike(spec, other);
      const fits = (all: Columns, one: ColumnSpec) => all.some(([, found]) => isLike(found, one));
      return isOther && fits(came, spec) && fits(gone, other);
    });
    const isReplaced = (column: string) => replaced.some(([one]) => one === column);
    const all = [...came, ...free.filter(([column]) => isReplaced(column))];
    return [...replaced, ...gone].map(([column, spec]) => {
      const target = tableReferred(table, column);
      const old = target && (tables[target] ?? target);
      // Foreign keys to different tables hold different values.
      const leadsOn = (to: string | undefined) => !old || !to || to === old;
      const fits = all.filter(
        ([other, found]) => isLike(spec, found) && leadsOn(tableReferred(next, other)),
      );
      return { table: name, column, others: fits.map(([other]) => other) };
    });
  });
}

/** The table that a column refers to. */
const tableReferred = ({ foreignKeys }: TableSchema, column: string): string | undefined =>
  foreignKeys.find((key) => key.column === column)?.table;

type Columns = readonly (readonly [string, ColumnSpec])[];

const isLike = (one: ColumnSpec, other: ColumnSpec): boolean => one.type === other.type;
