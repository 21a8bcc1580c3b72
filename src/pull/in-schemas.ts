import { bareTable, schemaName, tableInSchema } from '../model/names.js';
import type { DatabaseSchema, ForeignKey, Table } from './database.js';

/** What has a name in a schema: a table or a view. */
type Placed = Pick<Table, 'schema' | 'name'>;

/** The name of a table without its schema, whether or not that was added. */
export const ownName = ({ schema, name }: Placed): string =>
  schema !== null && name.startsWith(`${schema}.`) ? name.slice(schema.length + 1) : name;

/** Sorts tables that are called without a schema first: they keep the usual names. */
export const bareFirst = <T>(list: readonly T[], tableOf: (one: T) => Placed): readonly T[] => {
  const isBare = (one: T) => ownName(tableOf(one)) === tableOf(one).name;
  return [...list.filter(isBare), ...list.filter((one) => !isBare(one))];
};

/** The name of a table with its schema, as a model says it: `sales.customer`. */
export const wholeName = (table: Placed): string => tableInSchema(table.schema, ownName(table));

/**
 * A database whose tables in several schemas are called with these: `sales.customer`. Those of a single schema keep their names,
 * as a search path finds them.
 */
export function inSchemas(
  database: DatabaseSchema,
  schemas: readonly string[] = [],
): DatabaseSchema {
  if (schemas.length < 2) return database;
  const named = <T extends Placed>(one: T): T =>
    one.schema !== null && schemas.includes(one.schema) ? { ...one, name: wholeName(one) } : one;
  const keyNamed = (key: ForeignKey): ForeignKey => ({
    ...key,
    table: named({ schema: key.schema, name: key.table }).name,
  });
  const tables = new Map(
    database.tables.map((table) => [
      table,
      { ...named(table), foreignKeys: table.foreignKeys.map(keyNamed) },
    ]),
  );
  const views = database.views.map((view) => ({
    ...named(view),
    bases: view.bases.map((table) => tables.get(table) ?? table),
  }));
  return { ...database, tables: [...tables.values()], views };
}

/** The schemas that tables of a project name, with that of names without any; none where no table names one. */
export function schemasIn(tables: readonly string[]): readonly string[] {
  const named = tables.flatMap((table) => schemaName(table) ?? []);
  return named.length === 0 ? [] : ['public', ...new Set(named)];
}

/** Whether somebody means a table by a name, in any case: its own, or that with the schema. */
export const isCalled = (table: Placed, name: string): boolean =>
  [ownName(table), wholeName(table)].some((one) => one.toLowerCase() === name.toLowerCase());

/** Why the name of a table in a database is none of a model, besides that which any name may have; null if it can be. */
export const dotFault = (table: Placed): string | null =>
  bareTable(ownName(table)) === ownName(table)
    ? null
    : 'its name has a dot, which parts a schema from its table';
