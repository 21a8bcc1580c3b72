import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type Sqlite from 'better-sqlite3';
import type { DataVersion } from '../database.js';
import { DatabaseOutage } from '../outage.js';
import { isBusy } from './connection.js';
import { OWN_TRIGGERS } from './trigrams.js';

/** What may add or remove rows when others are changed: views, the developer's triggers, conflict clauses that replace rows. */
const MOVES_ROWS = `SELECT 1 FROM sqlite_master
  WHERE type = 'view' OR (type = 'trigger' AND NOT ${OWN_TRIGGERS}) OR (type = 'table' AND sql LIKE '%REPLACE%') LIMIT 1`;

/** Statements that keep the number of rows, and those around a transaction. */
const KEEPS_ROWS = /^\s*(UPDATE\s+(?!OR\b)[\w"]|(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b)/i;

/** A temporary trigger, which no other connection sees, may be created. */
const MAKES_TEMPORARY = /^\s*CREATE\s+TEMP/i;

/**
 * Numbers that change with commits: those of this process are reported to it, those of others come from SQLite. Cached data is
 * valid while they are the same.
 */
export class CommitWatch {
  readonly #dataVersion: Sqlite.Statement<[], number>;
  readonly #schemaVersion: Sqlite.Statement<[], number>;
  readonly #handle: Sqlite.Database;
  /** Commits of this process, those of them that may have added or removed rows, and observed commits of others. */
  #own = 0;
  #moves = 0;
  #others = 0;
  /** Whether a statement of the open transaction may have added or removed rows. */
  #isMoving = false;
  #seen: number;
  #checkedAt = -1;
  #schema = -1;
  #updatesMove = false;

  /** `handle` is this process's writing connection, which does not count its own commits. */
  constructor(handle: Sqlite.Database) {
    this.#handle = handle;
    this.#dataVersion = handle.prepare<[], number>('PRAGMA data_version').pluck();
    this.#schemaVersion = handle.prepare<[], number>('PRAGMA schema_version').pluck();
    this.#seen = this.#dataVersion.get()!;
  }

  /** Called before a write statement runs. */
  writes(sql: string): void {
    if (KEEPS_ROWS.test(sql)) return;
    this.#isMoving = true;
    if (MAKES_TEMPORARY.test(sql)) this.#updatesMove = true;
  }

  committed(): void {
    this.#own += 1;
    if (this.#isMoving) this.#moves += 1;
    this.#isMoving = false;
  }

  rolledBack(): void {
    this.#isMoving = false;
  }

  /** Null where SQLite cannot say. */
  version(): DataVersion | null {
    try {
      this.#check();
    } catch (error) {
      if (!isBusy(error)) throw error;
      return null;
    }
    const rows = this.#updatesMove ? this.#own : this.#moves;
    return { data: this.#others + this.#own, rows: this.#others + rows };
  }

  #check(): void {
    const seen = this.#dataVersion.get()!;
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#others += 1;
    }
    if (this.#checkedAt === this.#own + this.#others) return;
    this.#checkedAt = this.#own + this.#others;
    const schema = this.#schemaVersion.get()!;
    if (schema === this.#schema) return;
    this.#schema = schema;
    // Never reset: the two ways of counting are not comparable backwards.
    this.#updatesMove ||= this.#handle.prepare(MOVES_ROWS).get() !== undefined;
  }
}

/** Milliseconds between two checks. */
const INTERVAL = 500;

/**
 * Notices when a database file is deleted or replaced. SQLite continues with the file that it has open, which nobody can find
 * any more, so what is written there is lost when the process ends.
 */
export class FileWatch {
  readonly #path: string;
  readonly #identity: string;
  readonly #timer: NodeJS.Timeout;
  #problem: string | null = null;

  constructor(path: string) {
    this.#path = path;
    // While it is open no other file can have its inode.
    this.#identity = identityOf(statSync(path));
    this.#timer = setInterval(() => void this.check(), INTERVAL).unref();
  }

  /** Throws if the last check did not find the file. */
  assertPresent(): void {
    if (this.#problem !== null) throw new DatabaseOutage('unavailable', this.#problem);
  }

  /** Checks the file now. */
  async check(): Promise<void> {
    try {
      const same = identityOf(await stat(this.#path)) === this.#identity;
      this.#problem = same
        ? null
        : `${this.#path} has been replaced by another file: restart the service`;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.#problem = `${this.#path} cannot be found (${code}): restore it, or restart the service`;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const identityOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string =>
  `${dev} ${ino}`;
