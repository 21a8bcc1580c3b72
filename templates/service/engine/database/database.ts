import type { DataSource, QueryRunner, MigrationInterface, ObjectLiteral } from 'typeorm';
import type { Settings } from '../settings/settings.js';
import type { Dialect, Session } from './dialect.js';
import type { TurnKey } from './fair-queue.js';
import type { Outage } from './outage.js';
import { formatError } from './serialize-error.js';

export interface DatabaseWriteOptions {
  /** False for work that calls no code of the developer's: nothing else can be inside its transaction, so none is looked up. */
  readonly shared?: boolean;
  /** The work writes with a single statement, followed by reads at most: it is atomic by itself. */
  readonly single?: boolean;
  /** A description for messages about lock waits: `a write of Task`. */
  readonly name?: string;
  /** The row that it locks first, where that is known: on PostgreSQL writes of one wait for each other without a connection. */
  readonly row?: string | undefined;
  /** Transactions run as if one came after another; on SQLite they do anyway. */
  readonly isolation?: 'serializable' | undefined;
  /** Rolls the transaction back when it is aborted; what the work does after that is refused. */
  readonly ending?: AbortSignal | undefined;
}

/** How records are read: the read may take long, since it may scan or sort a whole table. */
export interface DatabaseReadOptions {
  /** The read is short: it looks up one record. */
  readonly quick?: boolean;
  /** A server that follows may serve the read, once it has what its reader has written; never for access decisions. */
  readonly replica?: boolean;
  /** Aborts the read, where the database supports that; created only if there is something to abort. */
  readonly signal?: (() => AbortSignal) | undefined;
  /** The user of the read, if reads wait for turns, which users take. Without a user (or with 0) the read is the service's own. */
  readonly userId?: TurnKey;
}

/** Something to do once a transaction has been committed. */
export interface AfterCommitWork {
  /** The source of the work, for the log: `Task.afterCommit`. */
  readonly place: string;
  readonly run: () => unknown;
  /**
   * Runs synchronously with the commit, before its writer continues: for in-memory caches of what was changed. Such work must
   * not fail.
   */
  readonly atOnce?: boolean;
}

export interface SchemaChangeOptions {
  /** Outside a transaction, for statements that the database refuses inside one; SQLite refuses none that matter. */
  readonly apart?: boolean;
}

/** Shared connections, or reader processes. */
export interface PoolStats {
  readonly name: string;
  readonly size: number;
  /** How many of them are in use. */
  readonly busy: number;
  /** How many statements or transactions wait for one. */
  readonly waiting: number;
}

/** The engine's interface to the data; hides how the databases differ in their connections. */
export interface Database {
  readonly dialect: Dialect;
  readonly dataSource: DataSource;
  /**
   * Reads what is committed; inside the caller's own transaction it reads that. With `options` the work may take long: SQLite
   * then keeps it off the event loop. `work` may run twice.
   */
  read<T>(work: (session: Session) => Promise<T>, options?: DatabaseReadOptions): Promise<T>;
  /**
   * One transaction: all of `work` or nothing. Joins the caller's open transaction (including one that the developer's code
   * opened with `dataSource.transaction`) as a savepoint. Throws the driver's error, see `Dialect.violation`; a `busy` outage
   * where `shared` work took longer than the `transactionTimeout`. PostgreSQL may run `work` again after a collision, so
   * it must change nothing but the database; after several it is a `busy` outage. Throws for an `isolation` inside a
   * transaction.
   */
  write<T>(work: (session: Session) => Promise<T>, options?: DatabaseWriteOptions): Promise<T>;
  /** Whether others wait for as long as a read of the caller does: inside a transaction, and on SQLite in memory. */
  delaysOthers(): boolean;
  /**
   * Runs `work` after the commit of the outermost transaction of the calling async context, and outside of it; dropped where
   * that, or a savepoint on the way, is rolled back. Runs immediately outside any transaction. Not to be called inside a
   * `write` that is not `shared`, whose transaction is not visible.
   */
  afterCommit(work: AfterCommitWork): void;
  /**
   * One transaction that may change the schema, exclusive among all processes of this database. On SQLite foreign keys are
   * off during it (rebuilding a table would empty those that refer to it) and checked before the commit.
   */
  changeSchema<T>(
    work: (runner: QueryRunner) => Promise<T>,
    options?: SchemaChangeOptions,
  ): Promise<T>;
  /**
   * Whether no index yields the rows of a select in its order, so that they must be sorted; true where that cannot be
   * determined cheaply.
   */
  sorts(sql: string, values: readonly unknown[]): boolean;
  /**
   * The query plan of a statement, whatever its values; the statement is not run, and takes no connection from others. Throws
   * where there is no plan: for several statements in one text, or on PostgreSQL before 16.
   */
  explain(sql: string): Promise<readonly string[]>;
  /** Utilisation of each pool that statements wait for. */
  stats(): readonly PoolStats[];
  /** Why the database is unavailable, from a thrown error; null where it is available. Remembered for `check`. */
  outageOf(error: unknown): Outage | null;
  /**
   * Throws what makes the database unavailable, however busy it is. On PostgreSQL that includes transactions that hold all
   * connections and do nothing, as calls in intervals show; on SQLite reads wait for no transaction.
   */
  check(): Promise<void>;
  /** The version of what is committed; null when that cannot be determined cheaply. */
  dataVersion(): DataVersion | null;
  /** Waits for after-commit work, and closes the connections. */
  close(): Promise<void>;
}

/** Numbers that change with commits: cached data is valid while they are the same. */
export interface DataVersion {
  /** Changes whenever committed data may have changed. */
  readonly data: number;
  /** Changes whenever rows may have been added or removed in any table. */
  readonly rows: number;
}

/** Connection limits, or the driver's own defaults without them; and where background failures are reported. */
export type DatabaseOptions = ConnectionLimits & {
  /** The table of applied migrations, if other than usual. */
  readonly migrationsTable?: string | undefined;
  /** Receives failures of after-commit work, and transactions that blocked others for long. */
  readonly report?: Report;
};

export type ConnectionLimits = Partial<
  Pick<
    Settings,
    | 'connectTimeout'
    | 'keepAlive'
    | 'lockTimeout'
    | 'poolSize'
    | 'readers'
    | 'silenceTimeout'
    | 'statementTimeout'
    | 'synchronous'
    | 'transactionTimeout'
  >
>;

/** Reports something that no caller waits for, but operators should know. */
export type Report = (text: string, error?: unknown) => void;

/** The default: reports to the terminal. */
export const reportToTerminal: Report = (text, error) =>
  void process.stderr.write(`${[text, ...(error ? [formatError(error)] : [])].join('\n')}\n`);

/** The parts that both dialects pass on to TypeORM. */
export interface SourceParts {
  readonly entities: (new () => ObjectLiteral)[];
  readonly migrations: (new () => MigrationInterface)[];
  readonly migrationsTableName: string;
}
