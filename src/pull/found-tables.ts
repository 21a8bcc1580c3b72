import type { DatabaseSchema, Table } from './database.js';

/**
 * The tables that statements find by their names alone: those of the schemas of a search path, of several with one name the first.
 * What they say of each other, of types and of functions has no names of these schemas; on SQLite all tables are found.
 */
export function foundTables(
  { kind, tables }: DatabaseSchema,
  schemas: readonly string[],
): readonly Table[] {
  if (kind === 'sqlite') return tables;
  const found = new Map<string, Table>();
  for (const schema of schemas)
    for (const table of tables)
      if (table.schema === schema && !found.has(table.name))
        found.set(table.name, unqualified(table, schemas));
  return [...found.values()];
}

function unqualified(table: Table, schemas: readonly string[]): Table {
  const names = schemas.map((name) => name.replace(/\W/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\w."])"?(?:${names})"?\\.(?=[\\w"])`, 'g');
  const without = (sql: string) => sql.replace(pattern, '');
  return {
    ...table,
    schema: null,
    columns: table.columns.map((column) => ({
      ...column,
      declared: without(column.declared),
      default: column.default && without(column.default),
    })),
    indexes: table.indexes.map((index) => ({ ...index, sql: without(index.sql) })),
    checks: table.checks.map(({ name, sql }) => ({ name, sql: without(sql) })),
    foreignKeys: table.foreignKeys.map((key) => ({
      ...key,
      schema: key.schema !== null && schemas.includes(key.schema) ? null : key.schema,
    })),
  };
}
