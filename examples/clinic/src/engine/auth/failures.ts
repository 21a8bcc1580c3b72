import type { Database } from '../database/database.js';
import type { Session, Statement } from '../database/session.js';

/** Failed tries by scope, in a table that all replicas share. */
export interface Failures {
  /** How many of a scope are younger than `since`. */
  count(session: Session, scope: string, since: number): Promise<number>;
  /** When the newest but `skip` of a scope was, or null if there are not that many since then. */
  newestBut(session: Session, scope: string, since: number, skip: number): Promise<number | null>;
  /** Adds one to each scope and forgets those before `since`. */
  record(session: Session, scopes: readonly string[], at: number, since: number): Promise<void>;
}

export function createFailures({ dialect }: Database): Failures {
  const statement = (name: string, text: string): Statement => ({
    name: `auth_failure_${name}`,
    sql: text.replace(/\$(\d)/g, (_, index) => dialect.placeholder(Number(index))),
  });
  const count = statement(
    'count',
    'SELECT COUNT(*) FROM auth_failure WHERE scope = $1 AND at > $2',
  );
  const newest = statement(
    'newest',
    'SELECT at FROM auth_failure WHERE scope = $1 AND at > $2 ORDER BY at DESC LIMIT 1 OFFSET $3',
  );
  const insert = statement('insert', 'INSERT INTO auth_failure (scope, at) VALUES ($1, $2)');
  const forget = statement('forget', 'DELETE FROM auth_failure WHERE at <= $1');

  return {
    async count(session, scope, since) {
      const [row] = await session.rows(count, [scope, since]);
      return Number(row?.[0]);
    },
    async newestBut(session, scope, since, skip) {
      const [row] = await session.rows(newest, [scope, since, skip]);
      return row === undefined ? null : Number(row[0]);
    },
    async record(session, scopes, at, since) {
      for (const scope of scopes) await session.run(insert, [scope, at]);
      await session.run(forget, [since]);
    },
  };
}
