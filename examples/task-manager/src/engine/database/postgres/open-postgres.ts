import type { Pool } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Database, DatabaseOptions, SourceParts } from '../database.js';
import { ScopedDataSource } from '../scoped-data-source.js';
import { PostgresDatabase } from './postgres-database.js';
import { createPostgresDialect } from './postgres-dialect.js';
import { entityTypes } from './values.js';

/** Connects through TypeORM's pool, in UTC whatever the server's own time zone is. */
export async function openPostgres(
  url: string,
  parts: SourceParts,
  { statementTimeout }: DatabaseOptions = {},
): Promise<Database> {
  const source = new ScopedDataSource({
    type: 'postgres',
    url,
    installExtensions: false,
    logging: false,
    extra: {
      // TypeORM reads host and name out of the URL and drops the rest (`sslmode`, for one).
      connectionString: url,
      options: `-c TimeZone=UTC -c DateStyle=ISO${timeoutOption(statementTimeout)}`,
      types: entityTypes,
    },
    ...parts,
  });
  await source.initialize();
  const pool = (source.driver as PostgresDriver).master as Pool;
  source.dialect = createPostgresDialect(await findFold(pool));
  return new PostgresDatabase(source, pool);
}

/** In milliseconds, of which the server counts no more than 31 bits. */
const timeoutOption = (seconds: number | undefined): string =>
  seconds === undefined ? '' : ` -c statement_timeout=${Math.min(seconds * 1000, 2 ** 31 - 1)}`;

/** Collations that lower all of Unicode, best first; which ones there are depends on version and build. */
const LOWERING = ['pg_unicode_fast', 'pg_c_utf8', 'und-x-icu', 'C.utf8', 'en_US.utf8'];

/** How this server folds text as `foldText` does. */
async function findFold(pool: Pool): Promise<(text: string) => string> {
  const { rows } = await pool.query<{ collname: string }>(
    `SELECT collname FROM pg_collation WHERE collname = ANY($1) ORDER BY array_position($1::text[], collname::text)`,
    [LOWERING],
  );
  const collation = rows[0]?.collname ?? 'default';
  // Most lower a letter to one letter; this is the only one that becomes two.
  const dotted = (text: string): string => `replace(${text}, 'İ', 'i̇')`;
  const whole = collation === 'pg_unicode_fast' || collation === 'und-x-icu';
  return (text) => {
    const source = whole ? `(${text})` : dotted(text);
    return `replace(lower(${source} COLLATE "${collation}") COLLATE "C", 'ς', 'σ')`;
  };
}
