import { schemaName } from '../model/names.js';
import type { DatabaseSchema, Table } from './database.js';
import { ownName } from './in-schemas.js';

/** How the statements of a project find tables. */
export interface Finding {
  /** The schemas of the search path; none on SQLite. */
  readonly schemas: readonly string[];
  /** The tables that the project names. */
  readonly names: readonly string[];
}

/**
 * The tables that statements find by their names alone: those of the schemas of a search path, of several with one name the first.
 * Those of schemas that the project names have these in their names: `sales.customer`. What tables say of each other, of types and of
 * functions has no names of the schemas in the search path; on SQLite all tables are found.
 */
export function foundTables(
  { kind, tables }: DatabaseSchema,
  { schemas, names }: Finding,
): readonly Table[] {
  if (kind === 'sqlite') return tables;
  const named = namer({ schemas, names });
  const found = new Map<string, Table>();
  const isNamed = new Set(names.flatMap((name) => schemaName(name) ?? []));
  for (const schema of new Set([...schemas, ...isNamed]))
    for (const table of tables) {
      const name = named(schema, ownName(table));
      if (table.schema === schema && !found.has(name))
        found.set(name, { ...unqualified(table, schemas, named), name });
    }
  return [...found.values()];
}

type Namer = (schema: string, table: string) => string;

/** The name of a table in a schema: one of the search path may have tables, too, that the project names with it. */
function namer({ schemas, names }: Finding): Namer {
  const whole = new Set(names);
  return (schema, table) =>
    whole.has(`${schema}.${table}`) || !schemas.includes(schema) ? `${schema}.${table}` : table;
}

function unqualified(table: Table, schemas: readonly string[], named: Namer): Table {
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
      schema: null,
      table: named(key.schema!, ownName({ schema: key.schema, name: key.table })),
    })),
  };
}
