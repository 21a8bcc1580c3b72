import { type DatabaseAnswered, type DatabasePlace, readDatabase } from '../disk/read-database.js';
import { quoteName } from '../model/quote.js';
import { refusal } from '../problem.js';
import type { DatabaseKind, DatabaseSchema, Queries, Rows } from '../pull/database.js';
import { queriesOf, readSchema } from '../pull/pull.js';
import type { Choice } from '../pull/choose-tables.js';
import { MIGRATIONS_TABLE } from '../spec/reserved.js';
import type { Skipped } from '../pull/skipped.js';
import { withViews } from '../pull/view-rows.js';
import { momentQueries, withStoredMoments } from '../pull/stored-moments.js';
import type { Context } from './context.js';
import { type GivenDatabase, withoutSecrets } from './given-database.js';
import { withDriver } from './read-driver.js';

/** A database as it is now: the rows of all queries, and the tables that they tell of. */
export interface ReadDatabase {
  readonly rows: Rows<Queries>;
  readonly schema: DatabaseSchema;
  /** The migrations of a service that the database has applied; null where none has run. */
  readonly applied: readonly string[] | null;
  /** What was left out of a dump. */
  readonly skipped: readonly Skipped[];
}

/** The folders where the driver of a database may be, and whether it is installed for the time of reading. */
export interface DriverOptions {
  readonly folders: readonly string[];
  readonly install: boolean;
}

/** The kind of a database. */
export const kindOf = ({ kind }: DatabasePlace): DatabaseKind =>
  kind === 'postgres' || kind === 'postgres-dump' ? 'postgres' : 'sqlite';

/** What is asked of a database besides its tables. */
export interface Asked {
  /** The views whose columns and rows are looked at; without it, none. */
  readonly views?: Choice;
  /** The schema of PostgreSQL that has the table of migrations; the first of the search path that has one, where absent. */
  readonly schema?: string | undefined;
  /** The table of migrations, if other than usual. */
  readonly migrations?: string;
  /** Queries about the tables that were found. */
  readonly more?: (schema: DatabaseSchema) => Queries;
}

/** Reads the tables of a database without changing it, and then what somebody asks besides. */
export function readSchemaOf(
  context: Context,
  database: GivenDatabase,
  driver: DriverOptions,
  { views, schema: own, migrations = MIGRATIONS_TABLE, more }: Asked = {},
): Promise<ReadDatabase> {
  const kind = kindOf(database.place);
  return withDriver(context, database.place, driver, async (folder) => {
    const { rows: first, skipped } = await answerOf(database, folder, queriesOf(kind));
    const schema = readSchema(kind, first);
    const then: Queries = {
      ...momentQueries(schema),
      ...(isMigrated(schema, migrations) && { applied: appliedIn(migrations, own) }),
      ...more?.(schema),
    };
    const isMore = Object.keys(then).length > 0;
    const second = isMore ? (await answerOf(database, folder, then)).rows : {};
    const rows: Rows<Queries> = { ...first, ...second };
    const applied = rows['applied']?.map(({ name }) => String(name)) ?? null;
    const known = withStoredMoments(schema, second);
    const askAlone = async (queries: Queries) => {
      const answer = await readDatabase({
        folder,
        place: database.place,
        queries,
        eachAlone: true,
      });
      return answer.ok ? answer.rows : {};
    };
    // The rows of a dump of PostgreSQL are not read.
    const hasRows = database.place.kind !== 'postgres-dump';
    const seen = views && hasRows ? await withViews(known, views, askAlone) : known;
    const { skipped: before = [], placed = (one) => one } = database;
    return { rows, schema: seen, applied, skipped: [...before, ...skipped].map(placed) };
  });
}

const appliedIn = (table: string, schema: string | undefined): string =>
  `SELECT name FROM ${schema === undefined ? '' : `${quoteName(schema)}.`}${quoteName(table)}`;

/** Whether a database has the table in which services remember their migrations. */
const isMigrated = ({ tables }: DatabaseSchema, table: string): boolean =>
  tables.some(({ name, columns }) => name === table && columns.some((one) => one.name === 'name'));

/** The rows of queries. The reason for which the database cannot be read is told without its password. */
async function answerOf(
  { place, shown, secrets }: GivenDatabase,
  folder: string,
  queries: Queries,
): Promise<Extract<DatabaseAnswered, { ok: true }>> {
  const answer = await readDatabase({ folder, place, queries });
  if (answer.ok) return answer;
  const why = withoutSecrets(answer.why, { secrets });
  throw refusal('unreadable-database', `${shown} cannot be read: ${why}`, HELP[place.kind]);
}

const HELP: Readonly<Record<DatabasePlace['kind'], string>> = {
  postgres: 'check that the server runs, and the name, user and password in the URL',
  file: 'check the file with: sqlite3',
  dump: 'check the file with: sqlite3',
  'postgres-dump':
    'load the dump into a database, and name that: crudgen pull postgres://localhost/shop shop',
};
