import type { Database } from '../database/database.js';
import { statementOf } from '../database/dialect.js';
import type { PersonRow } from './reach.js';

/** Rows of one transaction. */
const CHUNK = 500;

/**
 * Waits until each transaction has ended that refers to one of the rows or has changed it, as nobody sees what it writes before. A
 * database keeps the row of a new reference for its writer, so that nobody else gets it whole meanwhile; SQLite has one writer at a
 * time. Returns whether all of them have ended.
 */
export async function waitForWriters(
  rows: readonly Pick<PersonRow, 'model' | 'id'>[],
  database: Database,
): Promise<boolean> {
  const { dialect } = database;
  if (dialect.changeRows === '') return true;
  try {
    for (const model of new Set(rows.map((row) => row.model))) {
      const key = model.rowKey.columns(dialect);
      const where = model.rowKey.among(dialect.placeholder(1), dialect);
      const sql = `SELECT 1 FROM ${dialect.quote(model.table)} WHERE ${where} ORDER BY ${key} FOR UPDATE`;
      const ids = rows.filter((row) => row.model === model).map(({ id }) => id);
      for (let at = 0; at < ids.length; at += CHUNK) {
        const some = dialect.encodeList(ids.slice(at, at + CHUNK), model.key);
        await database.write((session) => session.rows(statementOf(sql), [some]));
      }
    }
  } catch (error) {
    if (dialect.outage(error) === 'busy') return false;
    throw error;
  }
  return true;
}
