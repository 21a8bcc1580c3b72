import type { Database } from '../database/database.js';
import { type Statement, statementOf } from '../database/dialect.js';

export const TABLE = 'background_job';
/** A cancelled job counts towards the limit of concurrent ones until its handler has ended, or has failed to in time. */
export const RUNNING = `status IN ('running', 'cancelling')`;

/** Statements on a database, and the SQL in which the two dialects differ. */
export function wordsOf(database: Database) {
  const { dialect } = database;
  const isPostgres = dialect.name === 'postgres';
  const sql = (text: string): Statement =>
    statementOf(text.replace(/\$(\d+)/g, (_, index) => dialect.placeholder(Number(index))));
  const run = (text: string, ...values: unknown[]): Promise<number> =>
    database.write((session) => session.run(sql(text), values), { shared: false });
  const lite = (...at: string[]) => `strftime('%Y-%m-%d %H:%M:%f', ${at.join(', ')})`;
  return {
    // `now()` would not do: it is fixed within a transaction.
    now: isPostgres ? `date_trunc('milliseconds', clock_timestamp())` : lite(`'now'`),
    /** A time so many milliseconds from now. */
    later: (ms: string) =>
      isPostgres
        ? `date_trunc('milliseconds', clock_timestamp() + ${ms}::double precision * interval '1 millisecond')`
        : lite(`'now'`, `(${ms} / 1000.0) || ' seconds'`),
    /** Seconds since a time. */
    since: (moment: string) =>
      isPostgres
        ? `EXTRACT(EPOCH FROM clock_timestamp() - ${moment})`
        : `(julianday('now') - julianday(${moment})) * 86400`,
    /** A time from ISO text. */
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
