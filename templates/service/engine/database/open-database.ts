import 'reflect-metadata';
import type { MigrationInterface, ObjectLiteral } from 'typeorm';
import { StartRefused } from '../settings/settings.js';
import { safeMessage } from './serialize-error.js';
import type { DatabaseOptions, Database } from './database.js';
import { dialectName } from './column-types.js';
import { MIGRATIONS_TABLE } from './migrations-table.js';

/**
 * Connects to the database of `sqlite:path`, `sqlite::memory:` or `postgres://...`; changes nothing in it. Throws
 * `StartRefused` if it cannot be opened.
 */
export async function openDatabase(
  databaseUrl: string,
  entities: readonly (new () => ObjectLiteral)[],
  migrations: readonly (new () => MigrationInterface)[],
  options: DatabaseOptions = {},
): Promise<Database> {
  const { migrationsTable: migrationsTableName = MIGRATIONS_TABLE } = options;
  const source = { entities: [...entities], migrations: [...migrations], migrationsTableName };
  try {
    // The other database's driver need not even be installed.
    if (dialectName(databaseUrl) === 'sqlite') {
      const { openSqlite } = await import('./sqlite/sqlite-database.js');
      return await openSqlite(databaseUrl.slice('sqlite:'.length), source, options);
    }
    const { openPostgres } = await import('./postgres/open-postgres.js');
    return await openPostgres(databaseUrl, source, options);
  } catch (error) {
    if (!isRefusedByDriver(error)) throw error;
    throw new StartRefused([`DATABASE_URL: ${withoutPassword(databaseUrl)}: ${reasonOf(error)}`]);
  }
}

/** Driver errors have a code, such as SQLITE_NOTADB, 28P01 or ECONNREFUSED; Node's own begin with ERR_. */
function isRefusedByDriver(error: unknown): error is Error & { readonly code: string } {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && !code.startsWith('ERR_');
}

/** The reason of an error. If a name has several addresses, the aggregate error itself has no message. */
function reasonOf(error: Error & { readonly code: string }): string {
  const reason = safeMessage(error) || error.code;
  return error.code.startsWith('SQLITE_CORRUPT') ? `${reason}: restore a backup` : reason;
}

const withoutPassword = (databaseUrl: string): string =>
  databaseUrl.startsWith('sqlite:')
    ? databaseUrl
    : Object.assign(new URL(databaseUrl), { password: '' }).href;
