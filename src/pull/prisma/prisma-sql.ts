import type { DumpStatement } from '../dump/dump-statements.js';
import type { DatabaseKind } from '../database.js';
import { brief, type Skipped } from '../skipped.js';
import { quoteName, quoteText } from '../../model/quote.js';
import { type ColumnSql, columnSql } from './prisma-columns.js';
import { createIndexes, namesOf, primaryKeyOf } from './prisma-indexes.js';
import { foreignKeys, joinTables } from './prisma-relations.js';
import { enumName, tableName, type Tables } from './prisma-tables.js';
import {
  type Enum,
  mappedName,
  type Model,
  type PrismaSchema,
  schemaOf,
  textOf,
} from './prisma-schema.js';

/** The SQL of a Prisma schema. */
export interface PrismaSql {
  readonly statements: readonly DumpStatement[];
  readonly skipped: readonly Skipped[];
}

/** The databases that a Prisma schema may be of. */
const PROVIDERS: Readonly<Record<string, DatabaseKind>> = {
  postgresql: 'postgres',
  postgres: 'postgres',
  sqlite: 'sqlite',
};

/** The database of a Prisma schema; null of one that crudgen does not know, such as MySQL. */
export const prismaDatabase = ({ datasource }: PrismaSchema): DatabaseKind | null =>
  PROVIDERS[textOf(datasource.get('provider')) ?? ''] ?? null;

/** The statements that make the tables of a Prisma schema, each with its line. */
export function prismaSql(schema: PrismaSchema, kind: DatabaseKind): PrismaSql {
  const skipped: Skipped[] = [...schema.unread];
  const skip: Tables['skip'] = (line, text, why) => skipped.push({ line, text: brief(text), why });
  const tables: Tables = { kind, schema, skip };
  const isPostgres = kind === 'postgres';
  const statements = [
    ...(isPostgres ? beforeTables(schema) : []),
    ...schema.models.map((model) => createTable(model, tables)),
    ...joinTables(tables),
    ...schema.models.flatMap((model) => createIndexes(model, tables)),
    ...(isPostgres ? schema.models.flatMap((model) => addForeignKeys(model, tables)) : []),
    ...(isPostgres ? schema.models.flatMap((model) => comments(model, tables)) : []),
  ];
  return { statements, skipped: skipped.toSorted((one, other) => one.line - other.line) };
}

/** The schemas, extensions and enums, which tables need. */
function beforeTables({ datasource, enums, models }: PrismaSchema): readonly DumpStatement[] {
  const used = [...models, ...enums].flatMap((one) => schemaOf(one) ?? []);
  const schemas = [...new Set([...namesOf(datasource.get('schemas')), ...used])];
  return [
    ...schemas
      .filter((name) => name !== 'public')
      .map((name) => ({ line: 1, sql: `CREATE SCHEMA ${quoteName(name)}` })),
    ...namesOf(datasource.get('extensions')).map((name) => ({
      line: 1,
      sql: `CREATE EXTENSION IF NOT EXISTS ${quoteName(name)}`,
    })),
    ...enums.map((one) => createEnum(one)),
  ];
}

const createEnum = (one: Enum): DumpStatement => ({
  line: one.line,
  sql: `CREATE TYPE ${enumName(one)} AS ENUM (${one.values.map((value) => quoteText(mappedName(value))).join(', ')})`,
});

function createTable(model: Model, tables: Tables): DumpStatement {
  const columns = columnsOf(model, tables);
  const key = primaryKeyOf(model, tables.kind);
  const parts = [
    ...columns.map(({ sql }) => sql),
    ...(key === null ? [] : [key]),
    ...(tables.kind === 'sqlite' ? foreignKeys(model, tables).map(({ sql }) => sql) : []),
  ];
  return {
    line: model.line,
    sql: `CREATE TABLE ${tableName(model)} (\n  ${parts.join(',\n  ')}\n)`,
  };
}

const columnsOf = (model: Model, tables: Tables): readonly ColumnSql[] =>
  model.fields.flatMap((field) => columnSql(model, field, tables) ?? []);

const addForeignKeys = (model: Model, tables: Tables): readonly DumpStatement[] =>
  foreignKeys(model, tables).map(({ line, sql }) => ({
    line,
    sql: `ALTER TABLE ${tableName(model)} ADD ${sql}`,
  }));

/** Documentation becomes that of tables and columns. */
function comments(model: Model, tables: Tables): readonly DumpStatement[] {
  const comment = (line: number, what: string, doc: string): DumpStatement => ({
    line,
    sql: `COMMENT ON ${what} IS ${quoteText(doc)}`,
  });
  const table = tableName(model);
  return [
    ...(model.doc === null ? [] : [comment(model.line, `TABLE ${table}`, model.doc)]),
    ...columnsOf(model, { ...tables, skip: () => undefined }).flatMap(({ field, column }) =>
      field.doc === null
        ? []
        : [comment(field.line, `COLUMN ${table}.${quoteName(column)}`, field.doc)],
    ),
  ];
}
