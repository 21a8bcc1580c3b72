import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DumpStatement } from '../pull/dump/dump-statements.js';
import type { Skipped } from '../pull/skipped.js';

/** The place of a database: a URL of PostgreSQL, a file of SQLite, or the SQL that makes the database. */
export type DatabasePlace =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'dump'; readonly sql: string }
  | PostgresDump;

/** The statements of a dump of PostgreSQL that make its schema. */
export interface PostgresDump {
  readonly kind: 'postgres-dump';
  readonly statements: readonly DumpStatement[];
  /** The schemas in which queries find tables, as SQL; those of a new database where absent. */
  readonly searchPath?: string;
}

/** The question to the process that reads a database, and its answer. */
export interface DatabaseAsked {
  /** A folder from which the driver can be loaded. */
  readonly folder: string;
  readonly place: DatabasePlace;
  readonly queries: Readonly<Record<string, string>>;
  /** Whether a query that fails, or takes longer than ten seconds, only has no rows. */
  readonly eachAlone?: boolean;
}
export type DatabaseRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
export type DatabaseAnswered =
  | {
      readonly ok: true;
      readonly rows: DatabaseRows;
      /** The statements that were left out of a dump. */
      readonly skipped: readonly Skipped[];
    }
  | { readonly ok: false; readonly why: string };

const DRIVERS = {
  postgres: 'pg',
  file: 'better-sqlite3',
  dump: 'better-sqlite3',
  'postgres-dump': '@electric-sql/pglite',
} as const satisfies Record<DatabasePlace['kind'], string>;

/** The package that reads a place; crudgen itself depends on none of them. */
export const driverOf = ({ kind }: DatabasePlace): (typeof DRIVERS)[typeof kind] => DRIVERS[kind];

/** The first of some folders from which a package can be loaded; null if no folder has the package. */
export function folderWith(name: string, folders: readonly string[]): string | null {
  const has = (folder: string) => {
    try {
      createRequire(join(folder, 'package.json')).resolve(name);
      return true;
    } catch {
      return false;
    }
  };
  return folders.find(has) ?? null;
}

/** Milliseconds after which a database that does not answer is given up. */
const TIMEOUT = 120_000;

/** Runs queries on a database without changing it, in a process of its own, since drivers are native code of others. */
export function readDatabase(asked: DatabaseAsked): Promise<DatabaseAnswered> {
  const file = fileURLToPath(new URL('./child/read-database.js', import.meta.url));
  const child = fork(file, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill(), TIMEOUT);
    child.on('message', (answer: DatabaseAnswered) => done(answer));
    child.on('error', ({ message }) => done({ ok: false, why: message }));
    child.on('close', () => {
      clearTimeout(timer);
      done({ ok: false, why: stderr.trim().split('\n').at(-1) || 'the driver gave no answer' });
    });
    child.send({ ...asked });
  });
}
