import { relative, resolve } from 'node:path';
import { readContent, readStart } from '../disk/contents.js';
import type { DatabasePlace } from '../disk/read-database.js';
import { refusal } from '../problem.js';
import type { Context } from './context.js';

/** A database as a command line names it. */
export interface GivenDatabase {
  readonly place: DatabasePlace;
  /** What people read of it: never a password. */
  readonly shown: string;
  /** What no message may tell. */
  readonly secrets: readonly string[];
}

const POSTGRES = /^postgres(ql)?:\/\//i;

/** Finds the database that a URL or a file is. */
export async function databasePlace(context: Context, given: string): Promise<GivenDatabase> {
  if (POSTGRES.test(given)) return ofUrl(given);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(given))
    throw refusal(
      'no-database',
      `\`${given.split('://')[0]}\` is no database that crudgen reads`,
      'write a URL such as postgres://user@host/name, or a file of SQLite',
      2,
    );
  return ofFile(context, given.replace(/^sqlite:(\/\/)?/, ''));
}

function ofUrl(given: string): GivenDatabase {
  if (!URL.canParse(given))
    throw refusal(
      'no-database',
      'the URL of the database cannot be read',
      'write postgres://user:password@host:5432/name, with %40 for an @ in the password',
      2,
    );
  const url = new URL(given);
  const { hostname, pathname, password } = url;
  const name = decodeURIComponent(pathname.slice(1)) || 'the default database';
  return {
    place: { kind: 'postgres', url: given },
    shown: `${name} on ${hostname || 'localhost'}`,
    secrets: password === '' ? [] : [password, decodeURIComponent(password)],
  };
}

/** The first bytes of every database of SQLite. */
const MAGIC = 'SQLite format 3\0';

async function ofFile({ cwd }: Context, given: string): Promise<GivenDatabase> {
  const file = resolve(cwd, given);
  const start = await readStart(file, MAGIC.length);
  const fail = (message: string, help: string) => refusal('no-database', message, help);
  if (start === null)
    throw refusal(
      'no-file',
      `there is no file \`${given}\``,
      'paths are relative to the current folder or --cwd; a server is named by postgres://user@host/name',
    );
  const shown = relative(cwd, file) || given;
  if (start.toString('latin1') === MAGIC)
    return { place: { kind: 'file', file }, shown, secrets: [] };
  const text = (await readContent(file)) ?? '';
  if (text.includes('\0') || !/\bCREATE\s+(TEMP\s+)?TABLE\b/i.test(text))
    throw fail(
      `\`${given}\` is no database of SQLite, and no SQL that makes one`,
      'name a file of SQLite, a dump of one (.sql), or postgres://user@host/name',
    );
  if (OF_POSTGRES.test(text))
    throw fail(
      `\`${given}\` is a dump of PostgreSQL`,
      'load it into a database (createdb shop; psql shop -f dump.sql), then name that: crudgen pull postgres://localhost/shop',
    );
  if (/^\s*(ATTACH|VACUUM|\.\w+)\b/im.test(text))
    throw fail(
      `\`${given}\` is more than a dump: it attaches or copies files, or has commands of the sqlite3 shell`,
      'remove these lines, or load it yourself: sqlite3 shop.db < dump.sql',
    );
  return { place: { kind: 'dump', sql: text }, shown, secrets: [] };
}

/** What only dumps of PostgreSQL have. */
const OF_POSTGRES =
  /^\s*(SET\s+(statement_timeout|client_encoding|search_path)\b|SELECT\s+pg_catalog\.|COPY\s+\S+.*\bFROM\s+stdin;|CREATE\s+(SEQUENCE|EXTENSION|TYPE|DOMAIN)\b|\\(c|connect|restrict)\b)/im;
