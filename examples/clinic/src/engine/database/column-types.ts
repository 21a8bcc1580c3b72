import { existsSync } from 'node:fs';
import type { ValueTransformer } from 'typeorm';

const DEFAULT_DATABASE_URL = 'sqlite:data/app.db';

/** The database URL from the environment or `.env`; the environment takes precedence. */
export function readDatabaseUrl(): string {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env['DATABASE_URL'] || DEFAULT_DATABASE_URL;
}

/** The dialect for a database URL; throws if there is none. */
export function dialectName(databaseUrl: string): 'sqlite' | 'postgres' {
  if (databaseUrl.startsWith('sqlite:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return 'postgres';
  const scheme = /^[a-z][a-z0-9+.-]*/i.exec(databaseUrl)?.[0] ?? '';
  throw new Error(
    `DATABASE_URL: \`${scheme}\` is not supported; use sqlite:path/to/file.db or postgres://user@host/name`,
  );
}

/*
 * Column types that the databases name differently. Decorators run when an entity is imported, so the choice is made
 * here, once, by DATABASE_URL.
 */
const postgres = /^postgres(ql)?:/.test(readDatabaseUrl());

/** A datetime in UTC with milliseconds; a `Date` in entities. */
export const DATETIME = postgres ? 'timestamp with time zone' : 'datetime';

/** A UUID in lower case. */
export const UUID = 'uuid';

/** Any JSON value. */
export const JSON_VALUE = postgres ? 'jsonb' : 'simple-json';

/** Default of a `datetime`: the time of the insert. */
export const NOW = (): string =>
  postgres ? `date_trunc('milliseconds', now())` : `(strftime('%Y-%m-%d %H:%M:%f', 'now'))`;

/** Default of a `date`: the day of the insert, in UTC. */
export const TODAY = (): string =>
  postgres ? `((now() AT TIME ZONE 'UTC')::date)` : `(date('now'))`;

/** Keeps all digits of a 64-bit integer: a string in entities, as in JSON. */
export const BIGINT: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? value : String(value)),
};

/** A number in entities; both databases compute with its decimal digits or to 15 of them. */
export const DECIMAL: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
};
