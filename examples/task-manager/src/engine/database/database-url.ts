import { existsSync } from 'node:fs';

const DEFAULT_DATABASE_URL = 'sqlite:data/app.db';

/** Where the data is, from the environment or `.env`; the environment wins. */
export function readDatabaseUrl(): string {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env['DATABASE_URL'] || DEFAULT_DATABASE_URL;
}

/** The dialect that a database URL asks for; throws for one that no dialect serves. */
export function dialectName(databaseUrl: string): 'sqlite' | 'postgres' {
  if (databaseUrl.startsWith('sqlite:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return 'postgres';
  const scheme = /^[a-z][a-z0-9+.-]*/i.exec(databaseUrl)?.[0] ?? '';
  throw new Error(
    `DATABASE_URL: \`${scheme}\` is not supported; use sqlite:path/to/file.db or postgres://user@host/name`,
  );
}
