import type { DataSource, QueryRunner } from 'typeorm';
import type {
  AfterCommitWork,
  Database,
  DataVersion,
  PoolStats,
  DatabaseReadOptions,
  DatabaseWriteOptions,
} from '../../../service/engine/database/database.js';
import type { Dialect, Session, Statement } from '../../../service/engine/database/dialect.js';
import type { Outage } from '../../../service/engine/database/outage.js';

/** What was done in the database. */
export interface Work {
  readonly statements: number;
  /** Statements that write; not one that gives the rows it has changed, and gives none. */
  readonly writes: number;
  /** Rows that came back. */
  readonly rows: number;
  /** The tables that statements wrote to, and those of which they deleted rows. */
  readonly written: ReadonlySet<string>;
  readonly emptied: ReadonlySet<string>;
}

/** A database that takes note of the statements that are run through it. */
export class WatchedDatabase implements Database {
  #statements = 0;
  #writes = 0;
  #rows = 0;
  #written = new Set<string>();
  #emptied = new Set<string>();

  constructor(private readonly inner: Database) {}

  /** What was done since the last time that it was asked. */
  take(): Work {
    const [statements, writes, rows] = [this.#statements, this.#writes, this.#rows];
    const [written, emptied] = [this.#written, this.#emptied];
    this.#statements = this.#writes = this.#rows = 0;
    this.#written = new Set();
    this.#emptied = new Set();
    return { statements, writes, rows, written, emptied };
  }

  get dialect(): Dialect {
    return this.inner.dialect;
  }

  get dataSource(): DataSource {
    return this.inner.dataSource;
  }

  read<T>(work: (session: Session) => Promise<T>, way?: DatabaseReadOptions): Promise<T> {
    return this.inner.read((session) => work(this.#watch(session)), way);
  }

  write<T>(work: (session: Session) => Promise<T>, way?: DatabaseWriteOptions): Promise<T> {
    return this.inner.write((session) => work(this.#watch(session)), way);
  }

  delaysOthers(): boolean {
    return this.inner.delaysOthers();
  }

  afterCommit(work: AfterCommitWork): void {
    this.inner.afterCommit(work);
  }

  /** Waits for the work that commits have started. */
  async idle(): Promise<void> {
    await (this.inner.dataSource as { settled?(): Promise<void> }).settled?.();
  }

  changeSchema<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    return this.inner.changeSchema(work);
  }

  sorts(sql: string, values: readonly unknown[]): boolean {
    return this.inner.sorts(sql, values);
  }

  explain(sql: string): Promise<readonly string[]> {
    return this.inner.explain(sql);
  }

  stats(): readonly PoolStats[] {
    return this.inner.stats();
  }

  dataVersion(): DataVersion | null {
    return this.inner.dataVersion();
  }

  outageOf(error: unknown): Outage | null {
    return this.inner.outageOf(error);
  }

  check(): Promise<void> {
    return this.inner.check();
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /** Takes note of a statement; those that TypeORM runs do not come through a session. */
  note({ sql }: Pick<Statement, 'sql'>): void {
    this.#statements += 1;
    const [, kind, table] = WRITE.exec(sql) ?? [];
    if (kind === undefined) return;
    this.#writes += 1;
    this.#written.add(table!);
    if (/^DELETE/i.test(kind)) this.#emptied.add(table!);
  }

  #watch(session: Session): Session {
    const note = (statement: Statement): void => this.note(statement);
    return {
      runner: session.runner,
      rows: async (statement, values) => {
        note(statement);
        const rows = await session.rows(statement, values);
        if (/\bRETURNING\b/.test(statement.sql) && rows.length === 0) this.#writes -= 1;
        this.#rows += rows.length;
        return rows;
      },
      run: (statement, values) => {
        note(statement);
        return session.run(statement, values);
      },
    };
  }
}

const WRITE = /^\s*(INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)"?/i;
