import { relative } from 'node:path';
import { didYouMean } from '../model/nearest.js';
import { problem, quoted, Refusal, refusal } from '../problem.js';
import type { PulledDatabase } from '../project/plan/plan-new-project.js';
import { type Choice, isInSchema } from '../pull/choose-tables.js';
import type { DatabaseSchema } from '../pull/database.js';
import { mismatches } from '../pull/links.js';
import { type Pulled, pullSpec, statementsOf } from '../pull/pull.js';
import { skippedText } from '../pull/skipped.js';
import { MIGRATIONS_TABLE_FEATURE } from '../project/open/migrations-table.js';
import { MIGRATIONS_TABLE, RESERVED_TABLES } from '../spec/reserved.js';
import type { InitOptions } from './ask-init.js';
import type { Context } from './context.js';
import type { GivenDatabase } from './given-database.js';
import { kindOf, readSchemaOf } from './read-schema.js';

/** The options of `pull`: which tables, and those of a new project. */
export interface PullOptions extends Omit<InitOptions, 'db' | 'ids'> {
  readonly tables?: readonly string[];
  readonly exclude?: readonly string[];
  /** The schemas of PostgreSQL. */
  readonly schema?: readonly string[];
  /** Makes models of views, too. */
  readonly views?: boolean;
  /** The schema of PostgreSQL for the service's own tables; that of the models where absent. */
  readonly ownSchema?: string;
  /** Serves a look at it until it is ended, and leaves nothing behind. */
  readonly preview?: boolean;
  /** Writes the spec alone. */
  readonly specOnly?: boolean;
  /** In a project: what was renamed in the database, and the flags of commands that change the database. */
  readonly rename?: readonly string[];
  readonly dropData?: boolean;
  readonly sql?: boolean;
}

/** A database that was read to make a project of it. */
export interface ReadForProject {
  readonly schema: DatabaseSchema;
  readonly pulled: Pulled;
  /** The features that the tables of the database need. */
  readonly features: readonly string[];
  /** The statements that make another one like it; refuses a database on which the service could not work. */
  readonly statements: () => Promise<readonly string[]>;
}

/** Reads a database to make a project of it in a folder. */
export async function readForProject(
  context: Context,
  root: string,
  database: GivenDatabase,
  options: PullOptions,
): Promise<ReadForProject> {
  const driver = { folders: [root, context.cwd], install: options.install };
  const served = asServed(database, options);
  const { rows, schema, skipped } = await readSchemaOf(context, served, driver, { views: options });
  const pulled = pullSpec(schema, database.shown, options, skipped);
  requireTables(schema, pulled, database, options);
  const isBeside = hasOtherMigrations(schema);
  const statements = async () => {
    const maker = asMade(database, options);
    const made = maker === served ? rows : (await readSchemaOf(context, maker, driver)).rows;
    if (options.ownSchema === undefined && !isBeside) requireFreeTables(schema, database, options);
    requireSoundKeys(schema, database);
    return statementsOf(kindOf(database.place), made, options);
  };
  return { schema, pulled, features: isBeside ? [MIGRATIONS_TABLE_FEATURE] : [], statements };
}

/** Refuses schemas of a database that has no schemas, and an own schema that cannot belong to the own tables alone. */
export function requireFittingSchema(
  { place }: GivenDatabase,
  { schema, ownSchema, specOnly }: PullOptions,
): void {
  const flag = schema === undefined ? '--own-schema' : '--schema';
  if (kindOf(place) !== 'postgres' && (schema ?? ownSchema) !== undefined)
    throw refusal('usage', 'only PostgreSQL has schemas', `leave out \`${flag}\``, 2);
  if (ownSchema === undefined) return;
  const fail = (message: string, help: string) => refusal('usage', message, help, 2);
  if (specOnly)
    throw fail(
      'a spec says nothing of the own tables',
      'leave out `--own-schema` until the project',
    );
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(ownSchema) || ownSchema.startsWith('pg_'))
    throw fail(
      `\`${ownSchema}\` is no name for a schema`,
      'write small letters, digits and _, such as --own-schema crudgen',
    );
  if ([pathOf({ schema }), ...(schema ?? [])].includes(ownSchema))
    throw fail(
      `the tables of the models are in the schema \`${ownSchema}\``,
      'name another one for the own tables, such as --own-schema crudgen',
    );
}

/** The database as the project will find its tables and types. */
export function asServed(database: GivenDatabase, { schema, ownSchema }: PullOptions) {
  const found = pathOf({ schema });
  const path = ownSchema === undefined ? found : `${ownSchema},${found}`;
  return path === 'public' ? database : withSearchPath(database, path);
}

/** The database whose statements make another one: with own tables elsewhere, no name is found without that of its schema. */
const asMade = (database: GivenDatabase, { ownSchema }: PullOptions) =>
  ownSchema === undefined ? database : withSearchPath(database, '');

/** The schema whose tables are found by their names alone: the chosen one, unless there are several. */
const pathOf = ({ schema = [] }: Pick<PullOptions, 'schema'>): string =>
  schema.length === 1 ? schema[0]! : 'public';

/** A database of PostgreSQL whose sessions look for tables in some schemas. */
function withSearchPath(database: GivenDatabase, path: string): GivenDatabase {
  const { place } = database;
  if (place.kind === 'postgres-dump')
    return { ...database, place: { ...place, searchPath: path === '' ? "''" : path } };
  if (place.kind !== 'postgres') return database;
  const url = new URL(place.url);
  url.searchParams.set('options', `-c search_path=${path}`);
  // The driver takes a space in a query as it is written, not as a plus sign.
  return { ...database, place: { ...place, url: url.href.replaceAll('+', '%20') } };
}

/** Refuses a schema without tables beside others: one of several may be misspelt. */
function requireSchemas(
  tables: DatabaseSchema['tables'],
  schemas: readonly string[],
  shown: string,
): void {
  const known = [...new Set(tables.flatMap((table) => table.schema ?? []))];
  const empty = schemas.filter((schema) => !known.includes(schema));
  if (schemas.length > 1 && empty.length > 0)
    throw new Refusal(
      empty.map((schema) =>
        problem(
          'no-tables',
          `the schema \`${schema}\` of ${shown} has no tables`,
          didYouMean(schema, known, `its schemas: ${quoted(known)}`),
        ),
      ),
    );
}

/** Refuses names that no table has, and a database of which no table becomes a model. */
function requireTables(
  { tables }: DatabaseSchema,
  { models, leftOut, unknown, skipped }: Pulled,
  { shown }: GivenDatabase,
  { schema = ['public'] }: PullOptions,
): void {
  requireSchemas(tables, schema, shown);
  const inSchema = tables.filter((table) => isInSchema(table, { schema }));
  const names = inSchema.map(({ name }) => name);
  if (unknown.length > 0)
    throw new Refusal(
      unknown.map((name) =>
        problem(
          'no-table',
          `${shown} has no table \`${name}\``,
          didYouMean(name, names, `its tables: ${quoted(names)}`),
        ),
      ),
    );
  if (models.length > 0) return;
  const others = [...new Set(tables.flatMap((table) => table.schema ?? []))];
  const isElsewhere = inSchema.length === 0 && others.length > 0;
  throw refusal(
    'no-tables',
    isElsewhere
      ? `the schema \`${schema[0]}\` of ${shown} has no tables`
      : `no table of ${shown} can become a model`,
    isElsewhere
      ? `name another one: --schema ${others.join(', or --schema ')}`
      : leftOut.length > 0
        ? leftOut.map(({ name, why }) => `${name}: ${why}`).join('\n')
        : skipped.length > 0
          ? skipped.slice(0, MANY_SKIPPED).map(skippedText).join('\n')
          : 'make its tables first, or begin with: crudgen init',
  );
}

/** More statements than these are not named where none was read. */
const MANY_SKIPPED = 5;

/**
 * Whether a database of SQLite, where there are no schemas, has a table `migrations` of another tool: that of an earlier project has
 * come with other tables of its service.
 */
function hasOtherMigrations({ kind, tables }: DatabaseSchema): boolean {
  if (kind !== 'sqlite') return false;
  const taken = takenNames(tables).map((name) => name.toLowerCase());
  return taken.length === 1 && taken[0] === MIGRATIONS_TABLE;
}

const takenNames = (tables: DatabaseSchema['tables']): readonly string[] =>
  tables.map(({ name }) => name).filter((name) => RESERVED_TABLES.has(name.toLowerCase()));

/** Refuses a database that has tables that the service makes itself: it would not start. */
function requireFreeTables(
  { kind, tables }: DatabaseSchema,
  { shown }: GivenDatabase,
  { schema }: PullOptions,
): void {
  const place = pathOf({ schema });
  const taken = takenNames(
    tables.filter((table) => table.schema === null || table.schema === place),
  );
  if (taken.length === 0) return;
  throw refusal(
    'reserved-table',
    `${shown} has ${quoted(taken)} already, which the service makes itself`,
    kind === 'postgres'
      ? 'give the service a schema of its own: --own-schema crudgen; or drop them if an earlier project made them'
      : 'drop them if an earlier project made them, else rename them; with `--spec-only`, crudgen writes the spec alone',
  );
}

/** Refuses a file of SQLite that could not be written to. */
function requireSoundKeys({ kind, tables }: DatabaseSchema, { shown }: GivenDatabase): void {
  const faults = kind === 'sqlite' ? mismatches(tables) : [];
  if (faults.length === 0) return;
  throw refusal(
    'foreign-key-mismatch',
    `${shown} has foreign keys to columns that are not unique, so that SQLite refuses to write: ${quoted(faults)}`,
    'give these columns a unique index; with `--spec-only`, crudgen writes the spec alone',
  );
}

/** The tables that somebody asks for. */
export const choiceOf = ({ tables, exclude, schema, views }: Choice): Choice => ({
  ...(tables && { tables }),
  ...(exclude && { exclude }),
  ...(schema !== undefined && { schema }),
  ...(views === false && { views }),
});

/** `DATABASE_URL` of the project; null for a dump, whose tables a new database gets. */
export function urlOf(
  database: GivenDatabase,
  root: string,
  options: PullOptions,
): PulledDatabase['url'] {
  const { place } = asServed(database, options);
  switch (place.kind) {
    case 'dump':
    case 'postgres-dump':
      return null;
    case 'file':
      return `sqlite:${relative(root, place.file).replaceAll('\\', '/')}`;
    case 'postgres':
      return place.url;
  }
}
