import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
  DatabaseAsked,
  DatabaseAnswered,
  DatabasePlace,
  DatabaseRows,
  PostgresDump,
} from '../read-database.js';

process.once('message', (asked: DatabaseAsked) => {
  void answerTo(asked)
    .catch((error: unknown): DatabaseAnswered => ({ ok: false, why: reasonOf(error) }))
    .then((answer) => process.send?.(answer, () => process.disconnect()));
});

async function answerTo({ place, ...asked }: DatabaseAsked): Promise<DatabaseAnswered> {
  if (place.kind !== 'postgres-dump')
    return { ok: true, rows: await read(place, asked), skipped: [] };
  const { readPostgresDump } = await import('./read-postgres-dump.js');
  return { ok: true, ...(await readPostgresDump(asked.folder, place, asked.queries)) };
}

/** Reads with the driver that the folder has; nothing in the database can change meanwhile. */
function read(
  place: Exclude<DatabasePlace, PostgresDump>,
  { folder, ...asked }: Omit<DatabaseAsked, 'place'>,
): Promise<DatabaseRows> {
  const require = createRequire(join(folder, 'package.json'));
  const load = <T>(name: string) => require(name) as T;
  switch (place.kind) {
    case 'postgres':
      return fromPostgres(load<Pg>('pg'), place.url, asked);
    case 'file':
      return fromSqlite(
        new (load<Sqlite>('better-sqlite3'))(place.file, { readonly: true, fileMustExist: true }),
        asked,
      );
    case 'dump': {
      const database = new (load<Sqlite>('better-sqlite3'))(':memory:');
      // The order of a dump's tables may be any.
      database.pragma('foreign_keys = OFF');
      database.exec(place.sql);
      return fromSqlite(database, asked);
    }
  }
}

type Row = Readonly<Record<string, unknown>>;

/** The part of `better-sqlite3` that is used. */
type Sqlite = new (file: string, options?: object) => SqliteDatabase;
interface SqliteDatabase {
  pragma(text: string): unknown;
  exec(sql: string): unknown;
  prepare(sql: string): { all(): Row[] };
  close(): void;
}

type Asked = Pick<DatabaseAsked, 'queries' | 'eachAlone'>;

async function fromSqlite(
  database: SqliteDatabase,
  { queries, eachAlone = false }: Asked,
): Promise<DatabaseRows> {
  const rowsOf = (sql: string): readonly Row[] => {
    try {
      return database.prepare(sql).all();
    } catch (error) {
      if (eachAlone) return [];
      throw error;
    }
  };
  try {
    return Object.fromEntries(Object.entries(queries).map(([name, sql]) => [name, rowsOf(sql)]));
  } finally {
    database.close();
  }
}

/** The part of `pg` that is used. */
interface Pg {
  readonly Client: new (options: object) => PgClient;
}
interface PgClient {
  connect(): Promise<void>;
  query(sql: string): Promise<{ rows: Row[] }>;
  end(): Promise<void>;
}

/** Milliseconds that a query which may fail can take. */
const LONGEST = 10_000;

/** The rows of a query; none if it fails, which would fail the queries after it, too. */
async function rowsAlone(client: PgClient, sql: string): Promise<readonly Row[]> {
  await client.query('SAVEPOINT alone');
  try {
    return (await client.query(sql)).rows;
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT alone');
    return [];
  }
}

/** Milliseconds in which a server has to answer. */
const PATIENCE = 15_000;

/** All queries see one state of the database, and a transaction that is read only. */
async function fromPostgres(
  { Client }: Pg,
  url: string,
  { queries, eachAlone = false }: Asked,
): Promise<DatabaseRows> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE,
    application_name: 'crudgen pull',
  });
  try {
    await client.connect();
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    if (eachAlone) await client.query(`SET LOCAL statement_timeout = ${LONGEST}`);
    const rows: Record<string, readonly Row[]> = {};
    for (const [name, sql] of Object.entries(queries))
      rows[name] = eachAlone ? await rowsAlone(client, sql) : (await client.query(sql)).rows;
    await client.query('ROLLBACK');
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Several addresses of a host fail with an error without a message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
