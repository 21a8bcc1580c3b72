import type { Database } from '../database/database.js';
import type { RawRow, Session, Statement } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import type { Bytes } from './encodings.js';
import {
  NOTHING_DONE,
  type Counts,
  type FailedRow,
  type Plan,
  type State,
  type StoredImport,
  type Working,
} from './plan.js';

/** Milliseconds for which a process has an import; with each chunk anew. */
export const LEASE = 15_000;

/** The facts of a new import. */
export type NewImport = Pick<StoredImport, 'userId' | 'model' | 'name'>;

/** The facts of an import that may change. */
export type ImportChange = Partial<
  Pick<StoredImport, 'state' | 'plan' | 'total' | 'error' | 'size' | 'startedAt' | 'finishedAt'> &
    Counts
>;

/** The imports of a database, their files and the rows that failed. */
export interface StoredImports {
  add(session: Session, one: NewImport): Promise<NumericId>;
  find(session: Session, id: NumericId): Promise<StoredImport | null>;
  ofUser(session: Session, userId: NumericId, most: number): Promise<readonly StoredImport[]>;
  /** False where it is not in one of these states any more. */
  change(
    session: Session,
    id: NumericId,
    from: readonly State[],
    change: ImportChange,
  ): Promise<boolean>;
  remove(session: Session, id: NumericId): Promise<void>;
  /** Makes later requests about the imports of a user wait for this transaction. */
  lockUser(session: Session, userId: NumericId): Promise<void>;
  addPart(session: Session, id: NumericId, position: number, bytes: Buffer): Promise<void>;
  removeParts(session: Session, id: NumericId): Promise<void>;
  bytesOf(id: NumericId): Bytes;
  /** Imports that are to go on, and that no process has. */
  due(session: Session): Promise<readonly NumericId[]>;
  /** Whether this process has it now. */
  claim(session: Session, id: NumericId, holder: string): Promise<boolean>;
  release(session: Session, id: NumericId, holder: string): Promise<void>;
  /**
   * Notes progress in the transaction that made it. False where it is not this process's any more, is to stop, or has gone on:
   * then nothing may be written.
   */
  advance(session: Session, id: NumericId, step: Step): Promise<boolean>;
  addFailures(session: Session, id: NumericId, rows: readonly FailedRow[]): Promise<void>;
  removeFailures(session: Session, id: NumericId): Promise<void>;
  failures(
    session: Session,
    id: NumericId,
    after: number,
    most: number,
  ): Promise<readonly FailedRow[]>;
  failuresAt(
    session: Session,
    id: NumericId,
    start: number,
    end: number,
  ): Promise<readonly FailedRow[]>;
  /** Removes at most so many that ended before. */
  forget(session: Session, before: number, most: number): Promise<number>;
}

/** From where to where an import has come. */
export interface Step {
  readonly holder: string;
  readonly state: Working;
  readonly from: number;
  readonly to: Counts;
}

const COLUMNS =
  'id, user_id, model, name, size, state, plan, total, done, created, updated, failed, error, created_at, started_at, finished_at';

/** Columns by what changes of an import. */
const NAMES: Readonly<Record<keyof ImportChange, string>> = {
  ...{ state: 'state', plan: 'plan', total: 'total', error: 'error', size: 'size' },
  ...{ done: 'done', created: 'created', updated: 'updated', failed: 'failed' },
  ...{ startedAt: 'started_at', finishedAt: 'finished_at' },
};

type Sql = (text: string) => Statement;

/** The tables of imports in a database. */
export function storedImports(database: Database): StoredImports {
  const { dialect } = database;
  const statements = new Map<string, Statement>();
  const sql: Sql = (text) => {
    const known = statements.get(text);
    if (known) return known;
    const made = {
      name: `data_import_${statements.size}`,
      sql: text.replace(/\$(\d+)/g, (_, index) => dialect.placeholder(Number(index))),
    };
    statements.set(text, made);
    return made;
  };
  return {
    ...records(sql, database),
    ...files(sql, database),
    ...work(sql),
    ...failedRows(sql),
  };
}

type Records = 'add' | 'find' | 'ofUser' | 'change' | 'remove' | 'lockUser' | 'forget';

function records(sql: Sql, { dialect }: Database): Pick<StoredImports, Records> {
  const many = async (session: Session, text: string, ...values: readonly unknown[]) =>
    (await session.rows(sql(text), values)).map(importOf);
  return {
    async add(session, { userId, model, name }) {
      const text = `INSERT INTO data_import (user_id, model, name, size, state, plan, created_at)
        VALUES ($1, $2, $3, 0, 'uploading', '', $4) RETURNING id`;
      const [row] = await session.rows(sql(text), [userId, model, name, Date.now()]);
      return Number(row![0]);
    },
    async find(session, id) {
      const [found] = await many(session, `SELECT ${COLUMNS} FROM data_import WHERE id = $1`, id);
      return found ?? null;
    },
    ofUser: (session, userId, most) =>
      many(
        session,
        `SELECT ${COLUMNS} FROM data_import WHERE user_id = $1 AND state <> 'uploading' ORDER BY id DESC LIMIT $2`,
        userId,
        most,
      ),
    async change(session, id, from, change) {
      const entries = Object.entries(change) as [keyof ImportChange, unknown][];
      const set = entries.map(([name], at) => `${NAMES[name]} = $${at + 1}`);
      const values = entries.map(([name, value]) =>
        name === 'plan' ? JSON.stringify(value) : value,
      );
      const states = from.map((_, at) => `$${entries.length + 2 + at}`);
      const text = `UPDATE data_import SET ${set.join(', ')} WHERE id = $${entries.length + 1} AND state IN (${states.join(', ')})`;
      return (await session.run(sql(text), [...values, id, ...from])) === 1;
    },
    async remove(session, id) {
      await session.run(sql('DELETE FROM data_import WHERE id = $1'), [id]);
    },
    async lockUser(session, userId) {
      const lock = dialect.lockText(dialect.placeholder(1));
      if (lock !== null) await session.rows(sql(lock), [`data_import ${userId}`]);
    },
    forget: (session, before, most) => {
      const text = `DELETE FROM data_import WHERE id IN (SELECT id FROM data_import
        WHERE state NOT IN ('checking', 'running') AND COALESCE(finished_at, created_at) < $1 LIMIT $2)`;
      return session.run(sql(text), [before, most]);
    },
  };
}

type Files = 'addPart' | 'removeParts' | 'bytesOf';

/** Files in pieces of base64: both databases have texts, and read a piece at a time. */
function files(sql: Sql, database: Database): Pick<StoredImports, Files> {
  return {
    async addPart(session, id, position, bytes) {
      const text = 'INSERT INTO data_import_part (import_id, position, bytes) VALUES ($1, $2, $3)';
      await session.run(sql(text), [id, position, bytes.toString('base64')]);
    },
    async removeParts(session, id) {
      await session.run(sql('DELETE FROM data_import_part WHERE import_id = $1'), [id]);
    },
    bytesOf: (id) =>
      async function* () {
        const text = 'SELECT bytes FROM data_import_part WHERE import_id = $1 AND position = $2';
        for (let position = 0; ; position += 1) {
          const [row] = await database.read((session) => session.rows(sql(text), [id, position]), {
            quick: true,
          });
          if (!row) return;
          yield Buffer.from(String(row[0]), 'base64');
        }
      },
  };
}

/** The statements that say who works on an import, and how far it is. */
function work(sql: Sql): Pick<StoredImports, 'due' | 'claim' | 'release' | 'advance'> {
  return {
    async due(session) {
      const text = `SELECT id FROM data_import WHERE state IN ('checking', 'running') AND held_until < $1 ORDER BY id`;
      return (await session.rows(sql(text), [Date.now()])).map(([id]) => Number(id));
    },
    async claim(session, id, holder) {
      const text = `UPDATE data_import SET held_by = $1, held_until = $2
        WHERE id = $3 AND state IN ('checking', 'running') AND (held_until < $4 OR held_by = $5)`;
      const now = Date.now();
      return (await session.run(sql(text), [holder, now + LEASE, id, now, holder])) === 1;
    },
    async release(session, id, holder) {
      const text =
        'UPDATE data_import SET held_by = NULL, held_until = 0 WHERE id = $1 AND held_by = $2';
      await session.run(sql(text), [id, holder]);
    },
    async advance(session, id, { holder, state, from, to }) {
      const text = `UPDATE data_import SET done = $1, created = $2, updated = $3, failed = $4, held_until = $5
        WHERE id = $6 AND state = $7 AND held_by = $8 AND done = $9`;
      const values = [to.done, to.created, to.updated, to.failed, Date.now() + LEASE];
      return (await session.run(sql(text), [...values, id, state, holder, from])) === 1;
    },
  };
}

type FailedRows = 'addFailures' | 'removeFailures' | 'failures' | 'failuresAt';

function failedRows(sql: Sql): Pick<StoredImports, FailedRows> {
  return {
    async addFailures(session, id, rows) {
      const text =
        'INSERT INTO data_import_row (import_id, row_number, cells, problems) VALUES ($1, $2, $3, $4)';
      for (const { row, cells, problems } of rows)
        await session.run(sql(text), [id, row, JSON.stringify(cells), JSON.stringify(problems)]);
    },
    async removeFailures(session, id) {
      await session.run(sql('DELETE FROM data_import_row WHERE import_id = $1'), [id]);
    },
    async failures(session, id, after, most) {
      const text = `SELECT row_number, cells, problems FROM data_import_row
        WHERE import_id = $1 AND row_number > $2 ORDER BY row_number LIMIT $3`;
      return (await session.rows(sql(text), [id, after, most])).map(failureOf);
    },
    async failuresAt(session, id, start, end) {
      const text = `SELECT row_number, cells, problems FROM data_import_row
        WHERE import_id = $1 ORDER BY row_number LIMIT $2 OFFSET $3`;
      return (await session.rows(sql(text), [id, end - start, start])).map(failureOf);
    },
  };
}

function importOf(row: RawRow): StoredImport {
  const [id, userId, model, name, size, state, plan, total, ...rest] = row;
  const [done, created, updated, failed, error, createdAt, startedAt, finishedAt] = rest;
  const counts = { done, created, updated, failed } as unknown as Counts;
  return {
    ...NOTHING_DONE,
    ...counts,
    id: Number(id),
    userId: Number(userId),
    model: String(model),
    name: String(name),
    size: Number(size),
    state: state as State,
    plan: planOf(String(plan)),
    total: numberOrNull(total),
    error: error === null ? null : String(error),
    createdAt: Number(createdAt),
    startedAt: numberOrNull(startedAt),
    finishedAt: numberOrNull(finishedAt),
  };
}

/** A plan; none while the file is uploaded. One that an earlier version has stored has no constants. */
const planOf = (text: string): Plan =>
  (text === '' ? null : { constants: [], ...(JSON.parse(text) as Partial<Plan>) }) as Plan;

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

const failureOf = ([row, cells, problems]: RawRow): FailedRow => ({
  row: Number(row),
  cells: JSON.parse(String(cells)) as FailedRow['cells'],
  problems: JSON.parse(String(problems)) as FailedRow['problems'],
});
