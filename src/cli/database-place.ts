import { relative, resolve } from 'node:path';
import { readStart } from '../disk/contents.js';
import { readDumpStatements, readTextStart, readUnpacked } from '../disk/read-dump.js';
import { isFolder, readPrismaFiles } from '../disk/read-prisma.js';
import { quoted, refusal, type Refusal } from '../problem.js';
import type { DumpPart } from '../pull/dump/dump-statements.js';
import { schemaStatements, withTables } from '../pull/dump/schema-statements.js';
import type { Context } from './context.js';
import type { GivenDatabase } from './given-database.js';
import { prismaPlace } from './prisma-place.js';

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
  const shown = relative(cwd, file) || given;
  const schema = await readPrismaFiles(file);
  if (schema !== null) return prismaPlace(schema, given, shown);
  if (await isFolder(file))
    throw refusal(
      'no-database',
      `\`${given}\` is a folder without a Prisma schema`,
      'name a file: a database of SQLite, a dump (.sql, .sql.gz), or a Prisma schema (.prisma, or the folder of several)',
    );
  const start = await readStart(file, MAGIC.length);
  const fail = (message: string, help: string) => refusal('no-database', message, help);
  if (start === null)
    throw refusal(
      'no-file',
      `there is no file \`${given}\``,
      'paths are relative to the current folder or --cwd; a server is named by postgres://user@host/name',
    );
  if (start.toString('latin1') === MAGIC)
    return { place: { kind: 'file', file }, shown, secrets: [] };
  if (isPacked(start))
    throw fail(
      `\`${given}\` is a dump of PostgreSQL in a format that only pg_restore reads`,
      `write it as SQL: pg_restore -f dump.sql ${given}`,
    );
  return ofDump(file, given, shown, fail);
}

/** Whether a file is a dump of PostgreSQL in the custom format, or in that of tar. */
const isPacked = (start: Buffer): boolean =>
  start.toString('latin1').startsWith('PGDMP') || start.toString('latin1').startsWith('toc.dat');

/** Characters in which pg_dump says what it has written. */
const HEAD = 1024 * 1024;

/** Finds out of which database a dump is: one of PostgreSQL can be larger than memory. */
async function ofDump(
  file: string,
  given: string,
  shown: string,
  fail: (message: string, help: string) => Refusal,
): Promise<GivenDatabase> {
  const read = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: Error) => {
      throw fail(`\`${given}\` cannot be read: ${error.message}`, 'check the file with: gzip -t');
    });
  const head = await read(readTextStart(file, HEAD));
  const foreign = foreignKind(head);
  if (foreign !== null)
    throw fail(
      `\`${given}\` is a dump of ${foreign}, which crudgen does not read`,
      'load it into PostgreSQL, for example with pgloader, and name that: crudgen pull postgres://localhost/shop shop',
    );
  if (isOfPostgres(head)) return ofPostgresDump(file, given, shown);
  const text = await read(readUnpacked(file));
  if (text.includes('\0') || !/\bCREATE\s+(TEMP\s+)?TABLE\b/i.test(text))
    throw fail(
      `\`${given}\` is no database of SQLite, and no SQL that makes one`,
      'name a file of SQLite, a dump of SQLite or PostgreSQL (.sql, .sql.gz), a Prisma schema (.prisma), or postgres://user@host/name',
    );
  if (isOfPostgres(text)) return ofPostgresDump(file, given, shown);
  if (/^\s*(ATTACH|VACUUM|\.\w+)\b/im.test(text))
    throw fail(
      `\`${given}\` is more than a dump: it attaches or copies files, or has commands of the sqlite3 shell`,
      'remove these lines, or load it yourself: sqlite3 shop.db < dump.sql',
    );
  return { place: { kind: 'dump', sql: text }, shown, secrets: [] };
}

/** The database of a dump that is of another kind; null where nothing says so. */
function foreignKind(text: string): string | null {
  if (/^-- MariaDB dump\b/im.test(text)) return 'MariaDB';
  if (/^-- (MySQL dump|phpMyAdmin)\b|^\s*\)[^;]*\bENGINE\s*=\s*\w+|^LOCK TABLES `/im.test(text))
    return 'MySQL';
  const isOfServer = /^\s*SET (ANSI_NULLS|QUOTED_IDENTIFIER) ON\b|^\s*CREATE TABLE \[dbo\]\./im;
  return isOfServer.test(text) ? 'SQL Server' : null;
}

/** The database of a dump that has one alone. */
async function ofPostgresDump(file: string, given: string, shown: string): Promise<GivenDatabase> {
  const read = await readDumpStatements(file);
  refuseIncludes(read, given);
  const parts = withTables(read);
  const [part] = parts;
  const names = parts.map(({ database }) => database ?? 'the one before `\\connect`');
  if (part === undefined)
    throw refusal(
      'no-database',
      `\`${given}\` is a dump of PostgreSQL without a table`,
      'write one with the tables: pg_dump --schema-only shop > dump.sql',
    );
  if (parts.length > 1)
    throw refusal(
      'no-database',
      `\`${given}\` has several databases: ${quoted(names)}`,
      `write a dump of one: pg_dump ${parts.at(-1)!.database ?? 'shop'} > dump.sql`,
    );
  const statements = schemaStatements(part.statements);
  return { place: { kind: 'postgres-dump', statements }, shown, secrets: [] };
}

/** More included files than these are not named. */
const MANY = 5;

/** Refuses a dump that runs other files: without their tables, its schema is a part of one. */
function refuseIncludes(parts: readonly DumpPart[], given: string): void {
  const includes = parts.flatMap((part) => part.includes);
  if (includes.length === 0) return;
  const shown = includes.slice(0, MANY).map(({ line, text }) => `line ${line}, ${text}`);
  const more = includes.length > MANY ? `, and ${includes.length - MANY} more` : '';
  throw refusal(
    'no-database',
    `\`${given}\` includes other files, which crudgen does not read: ${shown.join('; ')}${more}`,
    `load it with psql and name that database: psql shop -f ${given}, then crudgen pull postgres://localhost/shop`,
  );
}

/** Whether a text is SQL of PostgreSQL. What sqlite3 dumps begins with a pragma. */
const isOfPostgres = (text: string): boolean =>
  !/^\s*PRAGMA\b/i.test(text) && OF_POSTGRES.test(text);

/** What only PostgreSQL has. */
const OF_POSTGRES =
  /^\s*(SET\s+(statement_timeout|client_encoding|search_path)\b|SELECT\s+pg_catalog\.|COPY\s+\S+.*\bFROM\s+stdin;|CREATE\s+(SEQUENCE|EXTENSION|TYPE|DOMAIN|SCHEMA)\b|\\(c|connect|restrict|ir?|include|include_relative)\b)|\bGENERATED\s+(ALWAYS|BY\s+DEFAULT)\s+AS\s+IDENTITY\b|\bALTER\s+TABLE\s[^;]*\bADD\s+CONSTRAINT\b|^\s*"?\w+"?\s+(BIG|SMALL)?SERIAL\b/im;
