import type Sqlite from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../database.js';
import type { LazyReach } from '../dialect.js';
import { FairLock, type Holder } from '../fair-queue.js';
import { traceStatement } from '../trace-statement.js';
import { isBusy, whileFree, Connection } from './connection.js';
import { CommitWatch, FileWatch } from './commit-watch.js';
import { GroupCommit } from './group-commit.js';
import { QuickReads } from './readers/quick-reads.js';
import { Readers, type ReaderLimits } from './readers/readers.js';

/** Milliseconds after which a transaction on the single writer is reported. */
const LONG_HOLD = 1000;
/** Other programs poll the file. When transactions have held it for most of `BUSY_PERIOD` milliseconds, they get a gap of `GAP`. */
const BUSY_PERIOD = 100;
const BUSY_SHARE = 0.8;
const GAP = 10;
const OPEN_TIMEOUT = 10_000;

/** A select on the given connection. */
type Read<T> = (connection: Connection) => T;

/**
 * SQLite's connections: one that writes, behind a lock held from begin to commit, and one that is read-only and so never sees
 * uncommitted data. TypeORM alone has a single connection for everyone: a request's insert joins whatever transaction another
 * request has open, and is rolled back with it after it was acknowledged.
 */
export class SqlitePool {
  readonly writer: Connection;
  /** The reading connection. For an in-memory database it is the writer itself, since a second connection would be a second database. */
  readonly reader: Connection;
  readonly lock: FairLock;
  readonly group: GroupCommit;
  readonly commits: CommitWatch;
  /** Null in memory. */
  readonly file: FileWatch | null;
  /** Null in memory, which other processes cannot see. */
  readonly readers: Readers | null;
  readonly #quick: QuickReads;
  readonly #lockTimeout: number;
  #rowBegan = 0;
  /** Milliseconds with an open transaction since then, and when the last one began. */
  #held = 0;
  #began: number | null = null;

  /** `lockTimeout` is in milliseconds. */
  constructor(
    writer: Sqlite.Database,
    lockTimeout: number,
    report: Report,
    limits: ReaderLimits = { readers: 0, time: 0 },
  ) {
    this.#lockTimeout = lockTimeout;
    this.lock = new FairLock(lockTimeout, {
      longest: LONG_HOLD,
      report: (seconds, holder) =>
        report(`other writes were blocked for ${seconds.toFixed(1)} s by ${holder.describe()}`),
    });
    this.file = writer.memory ? null : new FileWatch(writer.name);
    this.commits = new CommitWatch(writer);
    this.writer = new Connection(writer, (sql) => this.commits.writes(sql));
    this.reader = writer.memory ? this.writer : Connection.reading(writer.name);
    this.readers = writer.memory || limits.readers === 0 ? null : new Readers(writer.name, limits);
    this.#quick = new QuickReads((read) => this.readNow(read));
    this.group = new GroupCommit({
      lock: this.lock,
      begin: (askedAt) => this.begin(askedAt),
      commit: () => this.commit(),
      rollback: () => this.rollback(),
      isOpen: () => writer.inTransaction,
      run: (sql) => void this.writer.run(sql, []),
    });
    // From here on nothing waits inside SQLite, which would block the process: see `whileFree`.
    writer.pragma('busy_timeout = 0');
  }

  get inMemory(): boolean {
    return this.reader === this.writer;
  }

  /** Runs a select that is quick, or that no reader can take; null where the readers should run it. */
  readAtOnce<T>(
    sql: string,
    values: readonly unknown[],
    run: Read<T>,
    reach?: LazyReach,
  ): T | null {
    if (this.readers === null) return this.readNow(run);
    return this.#quick.isQuick(sql, values, typeof reach === 'function' ? reach() : reach)
      ? this.#quick.timed(sql, () => this.readNow(run))
      : null;
  }

  /**
   * Runs a select now. On the writer while no transaction is open on it: SQLite drops a connection's cache when another one
   * commits, so on the reader a count would read its table from the file again after each write.
   */
  readNow<T>(run: Read<T>): T {
    if (this.writer.handle.inTransaction) return run(this.reader);
    try {
      return run(this.writer);
    } catch (error) {
      // The writer does not wait for a process that recovers or closes the file.
      if (!isBusy(error)) throw error;
      return run(this.reader);
    }
  }

  /** Runs a statement in autocommit mode. */
  single<T>(holder: Holder, statement: () => T): Promise<T> {
    return this.lock.run(holder, async () => {
      const result = await this.whileFree(statement);
      this.commits.committed();
      return result;
    });
  }

  /** Opens a transaction on the writer for the holder of the lock, who requested it at `asked`. */
  async begin(askedAt: number): Promise<void> {
    this.file?.assertPresent();
    if (!this.inMemory) await this.#letOthersIn();
    // Left open by a failed rollback: nothing of it was acknowledged.
    if (this.writer.handle.inTransaction) this.rollback();
    await this.whileFree(() => this.writer.run('BEGIN IMMEDIATE', []), askedAt);
    this.#began = performance.now();
  }

  async #letOthersIn(): Promise<void> {
    const row = performance.now() - this.#rowBegan;
    if (row < BUSY_PERIOD) return;
    if (this.#held > BUSY_SHARE * row) await sleep(GAP);
    this.#rowBegan = performance.now();
    this.#held = 0;
  }

  #end(): void {
    if (this.#began !== null) this.#held += performance.now() - this.#began;
    this.#began = null;
  }

  /** A failed commit leaves the transaction open. */
  commit(): void {
    traceStatement('COMMIT', () => this.writer.run('COMMIT', []));
    this.commits.committed();
    this.#end();
  }

  rollback(): void {
    // Some errors (a full disk, RAISE(ROLLBACK)) have rolled back already.
    if (this.writer.handle.inTransaction) this.writer.run('ROLLBACK', []);
    this.commits.rolledBack();
    this.#end();
  }

  /** Retries `statement` while another process holds the file, up to the lock timeout counted from `asked`. */
  whileFree<T>(statement: () => T | Promise<T>, askedAt = performance.now()): Promise<T> {
    return whileFree(askedAt + this.#lockTimeout, statement);
  }

  /**
   * Lets SQLite update statistics of tables that have changed much: without them the planner picks the wrong one of two
   * indexes. Only in a database of the service's own: this creates tables, and a first start may find somebody else's
   * database.
   */
  optimize(migrationsTable: string): void {
    try {
      const { handle } = this.writer;
      const own = `SELECT 1 FROM pragma_table_info(?) WHERE name = 'timestamp'`;
      const isOwn = handle.prepare(own).get(migrationsTable);
      if (isOwn) handle.pragma('optimize = 0x10002');
    } catch (error) {
      // Another process is writing, and will update them when it ends.
      if (!isBusy(error)) throw error;
    }
  }

  async close(): Promise<void> {
    await this.group.close();
    this.file?.close();
    await this.readers?.close();
    if (!this.inMemory) this.reader.handle.close();
  }
}

/**
 * Settings of the writer. In WAL mode with `synchronous = NORMAL` no commit is lost when the process dies; a power cut can
 * lose the last moments but never corrupts the file. `FULL` keeps those too, at the cost of an fsync per commit.
 */
export async function prepareWriter(
  handle: Sqlite.Database,
  synchronous: 'normal' | 'full' = 'normal',
): Promise<void> {
  // Several processes may open a new file at once; only one of them can switch it to WAL.
  const deadline = performance.now() + OPEN_TIMEOUT;
  if (!handle.memory) await whileFree(deadline, () => handle.pragma('journal_mode = WAL'));
  handle.pragma(`synchronous = ${synchronous}`);
  // The WAL shrinks to this size after a checkpoint instead of keeping its maximum size.
  handle.pragma('journal_size_limit = 67108864');
  handle.pragma('foreign_keys = ON');
}
