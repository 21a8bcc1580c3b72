import { chooseTables, type Choice, type LeftOut } from './choose-tables.js';
import type { DatabaseSchema, Queries, Rows } from './database.js';
import { guessModels } from './guess-models.js';
import { POSTGRES_QUERIES, readPostgres } from './postgres.js';
import { printSpec } from './print-spec.js';
import type { DraftModel } from './draft.js';
import { readSqlite, SQLITE_QUERIES } from './sqlite.js';

/** What is asked of a database of a kind. */
export const queriesOf = (kind: DatabaseSchema['kind']): Queries =>
  kind === 'sqlite' ? SQLITE_QUERIES : POSTGRES_QUERIES;

/** The tables of a database, from what its queries have given. */
export const readSchema = (kind: DatabaseSchema['kind'], rows: Rows<Queries>): DatabaseSchema =>
  kind === 'sqlite'
    ? readSqlite(rows as Rows<typeof SQLITE_QUERIES>)
    : readPostgres(rows as Rows<typeof POSTGRES_QUERIES>);

/** The statements that made a whole database; none where only a part of it is chosen, or where it keeps no statements. */
export const madeBy = (
  { statements }: DatabaseSchema,
  { tables, exclude }: Choice,
): readonly string[] => (tables === undefined && exclude === undefined ? statements : []);

/** A spec file that was made of a database, and what it is made of. */
export interface Pulled {
  readonly text: string;
  readonly models: readonly DraftModel[];
  readonly leftOut: readonly LeftOut[];
  readonly views: readonly string[];
  /** Names that somebody asks for and no table has. */
  readonly unknown: readonly string[];
}

/** Makes a spec of the tables of a database. */
export function pullSpec(schema: DatabaseSchema, source: string, choice: Choice = {}): Pulled {
  const chosen = chooseTables(schema, choice);
  const { models, leftOut } = guessModels(schema, chosen.tables);
  const views = schema.views.filter(
    (view) => view.schema === null || view.schema === (choice.schema ?? 'public'),
  );
  const all = [...chosen.leftOut, ...leftOut];
  return {
    text: printSpec({ source, models, leftOut: all, views }),
    models,
    leftOut: all,
    views: views.map(({ name }) => name),
    unknown: chosen.unknown,
  };
}
