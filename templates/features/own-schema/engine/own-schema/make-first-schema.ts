import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { quote } from '../database/steps/step.js';
import { StartRefused } from '../settings/settings.js';

/**
 * Makes the first schema of the search path, where PostgreSQL creates tables. Refuses a path with a single schema that has tables of
 * others already: the service's own would come among them.
 */
export async function makeFirstSchema(dataSource: DataSource): Promise<void> {
  const [found] = (await dataSource.query(PATH)) as { path: string }[];
  const [first = '', second] = found!.path.split(',').map(unquoted);
  if (second === undefined || first === '$user') return requireNoOthers(dataSource);
  if (!(await isThere(dataSource, first))) await make(dataSource, first);
  // PostgreSQL passes over a schema that the user may not use: tables would be created in the next one.
  const [now] = (await dataSource.query(CURRENT)) as { schema: string | null }[];
  if (now!.schema !== first) throw new StartRefused([unusable(first)]);
  // TypeORM has asked for the schema of new tables before this one was there.
  const driver = dataSource.driver as PostgresDriver;
  driver.schema = first;
}

async function make(dataSource: DataSource, schema: string): Promise<void> {
  try {
    await dataSource.query(`CREATE SCHEMA IF NOT EXISTS ${quote(schema)}`);
  } catch (error) {
    // Another process may have made the schema at that moment.
    if (!(await isThere(dataSource, schema)))
      throw new StartRefused([denied(schema, error as Error)]);
  }
}

const PATH = `SELECT current_setting('search_path') AS path`;

const CURRENT = 'SELECT current_schema() AS schema';

const unquoted = (name: string): string => name.trim().replace(/^"(.*)"$/, '$1');

async function isThere(dataSource: DataSource, schema: string): Promise<boolean> {
  const found = await dataSource.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  return (found as object[]).length > 0;
}

const denied = (schema: string, { message }: Error): string =>
  `the schema \`${schema}\`, in which the service keeps its own tables, cannot be made: ${message}; have it made with: CREATE SCHEMA ${quote(schema)} AUTHORIZATION the_user_of_the_service`;

const unusable = (schema: string): string =>
  `the user of the service may not use the schema \`${schema}\`, in which it keeps its own tables: GRANT USAGE, CREATE ON SCHEMA ${quote(schema)} TO the_user_of_the_service`;

/** A database of its own needs no schema of its own: that of a test, or of a colleague. */
async function requireNoOthers(dataSource: DataSource): Promise<void> {
  const [found] = (await dataSource.query(OTHERS)) as { schema: string; others: string }[];
  if (Number(found!.others) === 0) return;
  const { schema } = found!;
  throw new StartRefused([
    `the service would create its own tables among those of the schema \`${schema}\`: name a schema for them in front of it, in DATABASE_URL: ?options=-c%20search_path%3Dcrudgen%2C${encodeURIComponent(schema)}`,
  ]);
}

/** The tables where the service would create its own, unless its own are there already. */
const OTHERS = `
  SELECT current_schema() AS schema, count(*) AS others FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
  WHERE c.relkind IN ('r', 'p') AND to_regclass(quote_ident(current_schema()) || '.auth_user') IS NULL`;
