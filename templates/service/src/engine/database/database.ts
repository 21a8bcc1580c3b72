import type { DataSource, QueryRunner, MigrationInterface, ObjectLiteral } from 'typeorm';
import type { Settings } from '../settings/settings.js';
import type { AfterCommitWork, Report } from './after-commit.js';
import type { Dialect, Session } from './dialect.js';
import type { Outage } from './outage.js';
import type { ReadYourWrites } from './read-your-writes.js';
import { formatError } from './serialize-error.js';

export interface WriteWay {
  /** False for work that calls no code of the developer's: nobody else can be inside its transaction, so none is looked for. */
  readonly shared?: boolean;
  /** It writes with one statement, and ends with it but for reading: that is all or nothing by itself. */
  readonly single?: boolean;
  /** What it is, for whoever waits for it: `a write of Task`. */
  readonly name?: string;
}

/** How records are read: it may take long, as a whole table is looked through or sorted. */
export interface ReadWay {
  /** It does not: one record is looked up. */
  readonly quick?: boolean;
  /** A replica may answer, once it has what its reader has written; never what decides who may do what. */
  readonly replica?: boolean;
  /** Ends the read when it is aborted, where the database can; asked for only if there is something to end. */
  readonly signal?: (() => AbortSignal) | undefined;
}

export interface SchemaWay {
  /** Outside of a transaction where the database refuses some statements inside one; SQLite refuses none that matters. */
  readonly apart?: boolean;
}

/** Connections, or processes that read, that statements share. */
export interface PoolStats {
  readonly name: string;
  readonly size: number;
  /** How many of them work. */
  readonly busy: number;
  /** How many statements or transactions wait for one. */
  readonly waiting: number;
  /** Where there are replicas: how many reads that these may answer have come here so far. */
  readonly reads?: number;
  /** Of a replica: seconds by which it lags behind; infinite where nobody knows. */
  readonly lag?: number;
}

/** The one door to the data for the engine; hides what the databases do differently about connections. */
export interface Database {
  readonly dialect: Dialect;
  readonly dataSource: DataSource;
  /** Where replicas are read from: who wrote what they must find there. */
  readonly writes?: ReadYourWrites | undefined;
  /**
   * Reads what is committed; inside the caller's own transaction it reads that. With a `way` the work may take long: SQLite then
   * keeps it away from the event loop. What a replica does not answer, the primary does: `work` may run twice.
   */
  read<T>(work: (session: Session) => Promise<T>, way?: ReadWay): Promise<T>;
  /**
   * One transaction: all of `work` or nothing. Joins the caller's open transaction (also one that the developer's code opened
   * with `dataSource.transaction`) as a savepoint. Throws the driver's error, see `Dialect.violation`. PostgreSQL may
   * run `work` again after a deadlock, so it changes nothing but the database.
   */
  write<T>(work: (session: Session) => Promise<T>, way?: WriteWay): Promise<T>;
  /**
   * Has `work` wait for the commit of the outermost transaction of the calling flow, and start outside of it; forgotten
   * where that, or a savepoint on the way, is rolled back. At once outside of any. Not inside of a `write` that is not
   * `shared`: nobody sees its transaction.
   */
  afterCommit(work: AfterCommitWork): void;
  /**
   * One transaction in which the schema may change, alone among all processes of this database. On SQLite foreign keys
   * are off during it (a rebuilt table would empty those that point to it) and checked before the commit.
   */
  changeSchema<T>(work: (runner: QueryRunner) => Promise<T>, way?: SchemaWay): Promise<T>;
  /** Whether no index has the rows of a select in its order, so that they are sorted; true where nothing tells it cheaply. */
  sorts(sql: string, values: readonly unknown[]): boolean;
  /**
   * The steps by which a statement would be done, whatever its values; it is not run, and keeps no connection from others.
   * Throws where there is no plan: of several statements in one text, or on PostgreSQL before 16.
   */
  explain(sql: string): Promise<readonly string[]>;
  /** How much there is to do, by what statements wait for. */
  stats(): readonly PoolStats[];
  /** Why the database cannot serve just now, by what was thrown; null where it can. Remembered for `check`. */
  outageOf(error: unknown): Outage | null;
  /** Throws what keeps the database from serving, however much it has to do. */
  check(): Promise<void>;
  /**
   * Changes whenever committed data may have changed, for `rows` whenever some may have come or gone in any table; null when
   * that cannot be known cheaply.
   */
  dataVersion(of?: 'data' | 'rows'): number | null;
  /** Waits for what follows commits, and ends the connections. */
  close(): Promise<void>;
}

/** Limits of connections, without them the driver's own, or none; and who is told what nobody waits for. */
export type DatabaseOptions = ConnectionLimits & {
  /** Is told of after-commit work that failed, and of a transaction that kept others waiting. */
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
    | 'replicaMaxLag'
    | 'replicaUrls'
    | 'silenceTimeout'
    | 'statementTimeout'
    | 'synchronous'
  >
>;

/** How a database is copied to a file, and comes back from one. Both throw `StartRefused` where they cannot. */
export interface BackupWays {
  /** Writes what the database holds at one moment to a new file, whole or not at all, while others work on it. */
  backUp(databaseUrl: string, target: string): Promise<void>;
  /** Puts what a file holds in place of the database, which nobody may use meanwhile; gives what is to be said. */
  restore(databaseUrl: string, source: string, replace: boolean): Promise<readonly string[]>;
}

/** Where nobody said who is to be told. */
export const reportToTerminal: Report = (text, error) =>
  void process.stderr.write(`${[text, ...(error ? [formatError(error)] : [])].join('\n')}\n`);

/** What both dialects hand on to TypeORM. */
export interface SourceParts {
  readonly entities: (new () => ObjectLiteral)[];
  readonly migrations: (new () => MigrationInterface)[];
}
