import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Stop } from '../service/project.js';
import { StartRefused } from '../settings/settings.js';

/** The part of the driver's pool that is used. */
interface Pool {
  readonly options: { idleTimeoutMillis: number };
  once(event: 'remove', listener: () => void): void;
  off(event: 'remove', listener: () => void): void;
}

const poolOf = (dataSource: DataSource): Pool =>
  (dataSource.driver as PostgresDriver).master as Pool;

/** Keeps the only connection open, whose temporary tables are those of the service. Refuses a path that would make others. */
export async function holdConnection(dataSource: DataSource): Promise<void> {
  const [found] = (await dataSource.query(PATH)) as { path: string }[];
  const [first = ''] = found!.path.split(',');
  if (first.trim() !== 'pg_temp')
    throw new StartRefused([
      'a preview makes no tables in the database: let the search path begin with pg_temp, in DATABASE_URL: ?options=-c%20search_path%3Dpg_temp%2Cpublic',
    ]);
  const { options } = poolOf(dataSource);
  options.idleTimeoutMillis = 0;
  // The connection has a schema of temporary tables once it has made one.
  await dataSource.query('CREATE TABLE preview_begins ()');
  await dataSource.query('DROP TABLE preview_begins');
  const [own] = (await dataSource.query(OWN)) as { schema: string }[];
  // TypeORM has asked for the schema of new tables before that.
  (dataSource.driver as PostgresDriver).schema = own!.schema;
}

const PATH = `SELECT current_setting('search_path') AS path`;

const OWN = 'SELECT nspname AS schema FROM pg_namespace WHERE oid = pg_my_temp_schema()';

/** Lets no later transaction write but into temporary tables. */
export async function readOnlyFromNow(dataSource: DataSource): Promise<void> {
  await dataSource.query('SET default_transaction_read_only = on');
}

/** Ends the process if the connection is lost, and with it the tables without which no request is answered. */
export function endsWithIt(dataSource: DataSource, logger: Pick<Logger, 'fatal'>): Stop {
  const pool = poolOf(dataSource);
  const end = (): void => {
    logger.fatal('the connection to the database is gone, and the preview with it: start it again');
    process.kill(process.pid, 'SIGTERM');
  };
  pool.once('remove', end);
  return () => {
    pool.off('remove', end);
    return Promise.resolve();
  };
}
