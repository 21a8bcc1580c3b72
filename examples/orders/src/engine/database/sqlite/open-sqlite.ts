import type Sqlite from 'better-sqlite3';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { Database, DatabaseOptions, SourceParts } from '../database.js';
import { ScopedDataSource } from '../scoped-data-source.js';
import { SqlitePool, prepareWriter } from './pool.js';
import { PooledQueryRunner } from './pooled-query-runner.js';
import { SqliteDatabase } from './sqlite-database.js';
import { sqliteDialect } from './sqlite-dialect.js';

const LOCK_TIMEOUT = 15_000;
const MILLISECONDS = `strftime('%Y-%m-%d %H:%M:%f', 'now')`;

/** Opens the file (made with its folder when it is not there), or `:memory:`, and puts the pool under TypeORM. */
export async function openSqlite(
  path: string,
  parts: SourceParts,
  options: DatabaseOptions,
): Promise<Database> {
  const source = new ScopedDataSource({
    type: 'better-sqlite3',
    database: path,
    prepareDatabase: prepareWriter,
    logging: false,
    ...parts,
  });
  const driver = source.driver as BetterSqlite3Driver;
  driver.mappedDataTypes.createDateDefault = MILLISECONDS;
  driver.mappedDataTypes.updateDateDefault = MILLISECONDS;
  source.dialect = sqliteDialect;
  await source.initialize();
  const writer = driver.databaseConnection as Sqlite.Database;
  const pool = new SqlitePool(writer, options.lockTimeout ?? LOCK_TIMEOUT);
  pool.optimize();
  driver.createQueryRunner = () => new PooledQueryRunner(source, pool);
  return new SqliteDatabase(source, pool);
}
