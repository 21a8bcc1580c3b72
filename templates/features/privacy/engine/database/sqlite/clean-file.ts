import type Sqlite from 'better-sqlite3';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { Database } from '../database.js';
import { quote } from '../steps/step.js';

/** Milliseconds to wait for others who write or read. */
const PATIENCE = 30_000;

/**
 * Writes the file anew, without the pages and entries of indexes that were freed, and empties the log of writes. Returns what is left
 * to do.
 */
export async function clean(
  { dataSource }: Database,
  _tables: readonly string[] = [],
  patience = PATIENCE,
): Promise<readonly string[]> {
  const handle = (dataSource.driver as BetterSqlite3Driver).databaseConnection as Sqlite.Database;
  if (handle.memory) return [];
  handle.pragma(`busy_timeout = ${patience}`);
  try {
    // A text that has left an index is marked as gone in it, until its parts are merged.
    const indexes = handle
      .prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE % USING fts5%'`,
      )
      .pluck()
      .all();
    for (const index of indexes)
      handle.exec(`INSERT INTO ${quote(index)} (${quote(index)}) VALUES ('optimize')`);
    handle.exec('VACUUM');
    const [log] = handle.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
    return [
      'blocks that the file has given back to the disk: the file system overwrites them in time',
      ...(log?.busy
        ? [`${handle.name}-wal, which others were reading: stop the service for a moment`]
        : []),
    ];
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'SQLITE_BUSY') throw error;
    return [
      `${handle.name}, which others were writing: stop the service, then run \`VACUUM\` in it`,
    ];
  } finally {
    handle.pragma('busy_timeout = 0');
  }
}
