import type { Database } from '../database/database.js';
import { type Statement, statementOf } from '../database/dialect.js';

export const TABLE = 'background_job';
/** A job that is cancelled has its place among those that run at once until its handler has ended, or did not in time. */
export const RUNNING = `status IN ('running', 'cancelling')`;

/** Statements on a database, and what the two kinds of it say differently. */
export function wordsOf(database: Database) {
  const { dialect } = database;
  const isPostgres = dialect.name === 'postgres';
  const sql = (text: string): Statement =>
    statementOf(text.replace(/\$(\d+)/g, (_, index) => dialect.placeholder(Number(index))));
  const run = (text: string, ...values: unknown[]): Promise<number> =>
    database.write((session) => session.run(sql(text), values), { shared: false });
  const lite = (...at: string[]) => `strftime('%Y-%m-%d %H:%M:%f', ${at.join(', ')})`;
  return {
    // Not `now()`, which stands still in a transaction.
    now: isPostgres ? `date_trunc('milliseconds', clock_timestamp())` : lite(`'now'`),
    /** So many milliseconds from now. */
    later: (ms: string) =>
      isPostgres
        ? `date_trunc('milliseconds', clock_timestamp() + ${ms}::double precision * interval '1 millisecond')`
        : lite(`'now'`, `(${ms} / 1000.0) || ' seconds'`),
    /** Seconds that have passed since a moment. */
    since: (moment: string) =>
      isPostgres
        ? `EXTRACT(EPOCH FROM clock_timestamp() - ${moment})`
        : `(julianday('now') - julianday(${moment})) * 86400`,
    /** A moment in ISO text. */
    moment: (iso: string) => (isPostgres ? `${iso}::timestamptz` : lite(iso)),
    sql,
    run,
    /** Whether a statement has changed its one row. */
    runs: async (...statement: Parameters<typeof run>) => (await run(...statement)) === 1,
  };
}

/** Placeholders for so many values. */
export const listOf = (items: readonly unknown[], first = 1): string =>
  items.map((_, at) => `$${at + first}`).join(', ') || 'NULL';
