import Sqlite from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';
import { FairLock } from '../fair-lock.js';
import { Connection } from './connection.js';

/** Pause between two attempts while another process writes. */
const BUSY_PAUSE = 5;
const OPEN_TIMEOUT = 10_000;
/** Kilobytes of pages that a connection keeps; SQLite's own 2000 are few for reading random rows. */
const CACHE = 16_000;

/**
 * SQLite's connections: one that writes, behind a lock that a transaction holds from begin to end, and one that only reads
 * and so never sees what is not committed. TypeORM alone has a single connection for everyone: a request's insert
 * joins whatever transaction another request has open, and is rolled back with it after it was acknowledged.
 */
export class SqlitePool {
  readonly writer: Connection;
  /** The writer itself in memory, where a second connection would be a second database. */
  readonly reader: Connection;
  readonly lock: FairLock;
  readonly #lockTimeout: number;

  constructor(writer: Sqlite.Database, lockTimeout: number) {
    this.#lockTimeout = lockTimeout;
    this.lock = new FairLock(lockTimeout);
    this.writer = new Connection(writer);
    this.reader = writer.memory ? this.writer : new Connection(openReader(writer.name));
    for (const { handle } of [this.writer, this.reader]) handle.pragma(`cache_size = ${-CACHE}`);
    // From here on nobody waits inside SQLite, where the whole process would wait along: see `whileFree`.
    writer.pragma('busy_timeout = 0');
  }

  get inMemory(): boolean {
    return this.reader === this.writer;
  }

  /** Opens a transaction on the writer for whoever holds the lock. */
  async begin(): Promise<void> {
    await this.whileFree(() => this.writer.run('BEGIN IMMEDIATE', []));
  }

  /** A commit that fails leaves the transaction open. */
  commit(): void {
    this.writer.run('COMMIT', []);
  }

  rollback(): void {
    // Some errors (a full disk, RAISE(ROLLBACK)) have rolled back already.
    if (this.writer.handle.inTransaction) this.writer.run('ROLLBACK', []);
  }

  /** Repeats `statement` while another process holds the file, up to the lock's timeout. */
  whileFree<T>(statement: () => T | Promise<T>): Promise<T> {
    return whileFree(this.#lockTimeout, statement);
  }

  /**
   * Lets SQLite measure tables that have changed much: without it the planner takes the wrong one of two indexes. Only in
   * a database of the service's own: measuring makes tables, and a first start may find somebody else's.
   */
  optimize(): void {
    try {
      const { handle } = this.writer;
      const isOwn = handle.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'migrations'`).get();
      if (isOwn) handle.pragma('optimize = 0x10002');
    } catch (error) {
      // Another process writes, and will measure when it ends.
      if (!isBusy(error)) throw error;
    }
  }

  close(): void {
    if (!this.inMemory) this.reader.handle.close();
  }
}

async function whileFree<T>(timeout: number, statement: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(BUSY_PAUSE);
    }
  }
}

/** Whether another connection holds the file; also through TypeORM's error around it. */
export function isBusy(error: unknown): boolean {
  const cause = (error as { driverError?: unknown } | null)?.driverError ?? error;
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}

/**
 * Settings of the writer. In WAL mode with `synchronous = NORMAL` no commit is lost when the process dies, and a power cut
 * can take the last moments but never tears the file; `FULL` keeps those too, at an fsync for each commit.
 */
export async function prepareWriter(handle: Sqlite.Database): Promise<void> {
  // Several processes may open a new file at once; only one of them can switch it to WAL.
  if (!handle.memory) await whileFree(OPEN_TIMEOUT, () => handle.pragma('journal_mode = WAL'));
  handle.pragma('synchronous = NORMAL');
  // After a checkpoint the WAL shrinks to this instead of staying as large as it once was.
  handle.pragma('journal_size_limit = 67108864');
  handle.pragma('foreign_keys = ON');
}

function openReader(path: string): Sqlite.Database {
  return new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 1000 });
}
