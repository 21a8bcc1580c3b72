import { own } from '../../schema/engine/schema.js';
import type { Renames } from '../../schema/rename-schema.js';
import type { DatabaseSchema, Table } from '../database.js';

/** A database in which tables and columns have other names. */
export function renameDatabase(schema: DatabaseSchema, renames: Renames): DatabaseSchema {
  if (Object.keys(renames.tables).length + Object.keys(renames.columns).length === 0) return schema;
  const tableOf = (name: string) => own(renames.tables, name) ?? name;
  const columnOf = (table: string) => (name: string) =>
    own(own(renames.columns, table) ?? {}, name) ?? name;
  return { ...schema, tables: schema.tables.map((table) => renamed(table, tableOf, columnOf)) };
}

function renamed(
  table: Table,
  tableOf: (name: string) => string,
  columnOf: (table: string) => (name: string) => string,
): Table {
  const column = columnOf(table.name);
  return {
    ...table,
    name: tableOf(table.name),
    columns: table.columns.map((one) => ({ ...one, name: column(one.name) })),
    primaryKey: table.primaryKey.map(column),
    checks: table.checks.map(({ name, sql }) => ({ name, sql: sql.replaceAll(/\w+/g, column) })),
    foreignKeys: table.foreignKeys.map((key) => ({
      ...key,
      columns: key.columns.map(column),
      table: tableOf(key.table),
      to: key.to.map(columnOf(key.table)),
    })),
    indexes: table.indexes.map((index) => ({
      ...index,
      columns: index.columns.map((one) => (one === null ? null : column(one))),
    })),
  };
}
