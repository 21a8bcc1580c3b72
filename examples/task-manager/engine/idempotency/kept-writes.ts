import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { RecordId } from '../fields/record-id.js';

/** What became of a write: its status, the id of its record where there is one, and the relations with which it was told. */
export type Outcome = readonly [
  status: number,
  id: RecordId | null,
  added?: readonly string[] | undefined,
];

/** A write that was done. */
export interface KeptWrite {
  /** The digest of the body that its request had. */
  readonly body: string;
  readonly outcomes: readonly Outcome[];
}

export interface Claim {
  readonly before: KeptWrite | null;
  /** Whether no other process is writing it. */
  readonly isFree: boolean;
}

/** What was written by requests, and what of them, so that it is not written again. */
export interface KeptWrites {
  /** The digest of the body with which a request was done, the whole or a part of it; null where it was not. */
  bodyOf(session: Session, request: string): Promise<string | null>;
  /** Whether it was done; another process may be doing it. */
  has(session: Session, request: string, item: number): Promise<boolean>;
  /** What was written before; where nothing was, other processes write nothing until the transaction ends. */
  claim(session: Session, request: string, item: number): Promise<Claim>;
  /** False where another process was quicker: then nothing may be written. */
  keep(session: Session, request: string, item: number, write: KeptWrite): Promise<boolean>;
  /** Forgets at most so many of the old ones; returns how many. */
  forget(session: Session, most: number): Promise<number>;
}

/** The rows of `idempotency_key`, each of which is as if it were not there after `keep` milliseconds. */
export function createKeptWrites({ dialect }: Database, keep: number): KeptWrites {
  const statement = namedStatements(dialect, 'idempotency_key');
  const since = () => Date.now() - keep;
  const body = statement(
    'body',
    'SELECT body FROM idempotency_key WHERE request = $1 AND at > $2 LIMIT 1',
  );
  const one = statement(
    'one',
    'SELECT 1 FROM idempotency_key WHERE request = $1 AND item = $2 AND at > $3',
  );
  // SQLite has one transaction at a time that writes. Elsewhere what another process commits between look and lock is not seen:
  // the insert finds it.
  const free =
    dialect.name === 'sqlite' ? '1' : 'pg_try_advisory_xact_lock(hashtextextended($1, $2))::int';
  const claim = statement(
    'claim',
    `SELECT one.free, body, written FROM (SELECT ${free} AS free) one
     LEFT JOIN idempotency_key ON request = $1 AND item = $2 AND at > $3`,
  );
  const insert = statement(
    'insert',
    `INSERT INTO idempotency_key (request, item, body, written, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (request, item) DO UPDATE SET body = excluded.body, written = excluded.written, at = excluded.at
     WHERE idempotency_key.at <= $6`,
  );
  const forget = statement(
    'forget',
    'DELETE FROM idempotency_key WHERE id IN (SELECT id FROM idempotency_key WHERE at <= $1 LIMIT $2)',
  );

  return {
    async bodyOf(session, request) {
      const [row] = await session.rows(body, [request, since()]);
      return row === undefined ? null : String(row[0]);
    },
    async has(session, request, item) {
      return (await session.rows(one, [request, item, since()])).length > 0;
    },
    async claim(session, request, item) {
      const [row] = await session.rows(claim, [request, item, since()]);
      const [isFree, digest, written] = row!;
      const before =
        typeof digest === 'string'
          ? { body: digest, outcomes: JSON.parse(String(written)) as Outcome[] }
          : null;
      return { before, isFree: isFree === 1 };
    },
    async keep(session, request, item, { body, outcomes }) {
      const values = [request, item, body, JSON.stringify(outcomes), Date.now(), since()];
      return (await session.run(insert, values)) === 1;
    },
    forget: (session, most) => session.run(forget, [since(), most]),
  };
}
