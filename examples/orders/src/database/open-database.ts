import 'reflect-metadata';
import type { MigrationInterface, ObjectLiteral } from 'typeorm';
import type { Database } from './database.js';
import { dialectName } from './database-url.js';

export interface DatabaseOptions {
  /** Milliseconds that a write waits for another one on SQLite. */
  readonly lockTimeout?: number;
}

/** Connects to the database of `sqlite:path`, `sqlite::memory:` or `postgres://...`; changes nothing in it. */
export async function openDatabase(
  databaseUrl: string,
  entities: readonly (new () => ObjectLiteral)[],
  migrations: readonly (new () => MigrationInterface)[],
  options: DatabaseOptions = {},
): Promise<Database> {
  const source = { entities: [...entities], migrations: [...migrations] };
  // The other database's driver need not even be installed.
  if (dialectName(databaseUrl) === 'sqlite') {
    const { openSqlite } = await import('./sqlite/open-sqlite.js');
    return openSqlite(databaseUrl.slice('sqlite:'.length), source, options);
  }
  const { openPostgres } = await import('./postgres/open-postgres.js');
  return openPostgres(databaseUrl, source);
}

/** What both dialects hand on to TypeORM. */
export interface SourceParts {
  readonly entities: (new () => ObjectLiteral)[];
  readonly migrations: (new () => MigrationInterface)[];
}
