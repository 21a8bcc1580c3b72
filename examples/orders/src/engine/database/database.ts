import type { DataSource, QueryRunner, MigrationInterface, ObjectLiteral } from 'typeorm';
import type { Dialect } from './dialect.js';
import type { Session } from './session.js';

export interface WriteWay {
  /** False for work that calls no code of the developer's: nobody else can be inside its transaction, so none is looked for. */
  readonly shared?: boolean;
}

export interface SchemaWay {
  /** Outside of a transaction where the database refuses some statements inside one; SQLite refuses none that matters. */
  readonly apart?: boolean;
}

/** The one door to the data for the engine; hides what the databases do differently about connections. */
export interface Database {
  readonly dialect: Dialect;
  readonly dataSource: DataSource;
  /** Reads what is committed; inside the caller's own transaction it reads that. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * One transaction: all of `work` or nothing. Joins the caller's open transaction (also one that the developer's code opened
   * with `dataSource.transaction`) as a savepoint. Throws the driver's error, see `Dialect.violation`. PostgreSQL may
   * run `work` again after a deadlock, so it changes nothing but the database.
   */
  write<T>(work: (session: Session) => Promise<T>, way?: WriteWay): Promise<T>;
  /**
   * One transaction in which the schema may change, alone among all processes of this database. On SQLite foreign keys
   * are off during it (a rebuilt table would empty those that point to it) and checked before the commit.
   */
  changeSchema<T>(work: (runner: QueryRunner) => Promise<T>, way?: SchemaWay): Promise<T>;
  /** Whether no index has the rows of a select in its order, so that they are sorted; true where nothing tells it cheaply. */
  sorts(sql: string, values: readonly unknown[]): boolean;
  /** Changes whenever committed data may have changed, or null when that cannot be known cheaply. */
  dataVersion(): number | null;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Milliseconds that a write waits for another one on SQLite. */
  readonly lockTimeout?: number;
  /** Seconds that PostgreSQL gives one statement, but for changes of the schema; as the server says unless given. */
  readonly statementTimeout?: number;
}

/** What both dialects hand on to TypeORM. */
export interface SourceParts {
  readonly entities: (new () => ObjectLiteral)[];
  readonly migrations: (new () => MigrationInterface)[];
}
