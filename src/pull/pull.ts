import { chooseTables, type Choice, type LeftOut } from './choose-tables.js';
import type { DatabaseKind, DatabaseSchema, Queries, Rows } from './database.js';
import { guessModels } from './guess-models.js';
import { POSTGRES_QUERIES, readPostgres } from './postgres.js';
import { printSpec } from './print-spec.js';
import { inSchemas } from './in-schemas.js';
import { withoutWrites } from './keyless-tables.js';
import type { DraftModel } from './draft.js';
import { readSqlite, SQLITE_QUERIES } from './sqlite.js';
import { STATEMENT_QUERIES, statementsIn } from './statements.js';
import type { Skipped } from './skipped.js';
import { viewTable } from './view-tables.js';

/** What is asked of a database of a kind: its tables, and the statements that make them. */
export const queriesOf = (kind: DatabaseKind): Queries => ({
  ...(kind === 'sqlite' ? SQLITE_QUERIES : POSTGRES_QUERIES),
  ...withPrefix(STATEMENT_QUERIES[kind], MADE),
});

/** The names of queries for statements begin so. */
const MADE = 'made:';

const withPrefix = (queries: Queries, prefix: string): Queries =>
  Object.fromEntries(Object.entries(queries).map(([name, sql]) => [prefix + name, sql]));

/** The tables of a database, from what its queries have given. */
export const readSchema = (kind: DatabaseKind, rows: Rows<Queries>): DatabaseSchema =>
  kind === 'sqlite'
    ? readSqlite(rows as Rows<typeof SQLITE_QUERIES>)
    : readPostgres(rows as Rows<typeof POSTGRES_QUERIES>);

/** The statements that make the whole database; none where only a part of it is chosen. */
export function statementsOf(
  kind: DatabaseKind,
  rows: Rows<Queries>,
  { tables, exclude }: Choice,
): readonly string[] {
  if (tables !== undefined || exclude !== undefined) return [];
  const made = Object.keys(STATEMENT_QUERIES[kind]).map((name) => [name, rows[MADE + name] ?? []]);
  return statementsIn(kind, Object.fromEntries(made) as Rows<Queries>);
}

/** A spec file that was made of a database, and what it is made of. */
export interface Pulled {
  readonly text: string;
  readonly models: readonly DraftModel[];
  readonly leftOut: readonly LeftOut[];
  /** Names that somebody asks for and no table has. */
  readonly unknown: readonly string[];
  /** The statements that could not be read. */
  readonly skipped: readonly Skipped[];
}

/** Makes a spec of the tables and views of a database. */
export function pullSpec(
  found: DatabaseSchema,
  source: string,
  choice: Choice = {},
  skipped: readonly Skipped[] = [],
): Pulled {
  const schema = inSchemas(found, choice.schema);
  const { tables } = chooseTables(schema, choice);
  const views = schema.views.map((view) => viewTable(view, tables, schema.kind));
  const chosen = chooseTables({ tables: [...schema.tables, ...views] }, choice);
  const { models, leftOut } = guessModels(schema, chosen.tables.map(withoutWrites));
  const all = [...chosen.leftOut, ...leftOut];
  return {
    text: printSpec({ source, models, leftOut: all, skipped }),
    models,
    leftOut: all,
    unknown: chosen.unknown,
    skipped,
  };
}
