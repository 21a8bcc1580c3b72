import type Sqlite from 'better-sqlite3';
import { isBusy } from './busy.js';
import { OWN_TRIGGERS } from './trigrams.js';

/** What may add or remove rows when others are changed: views, the developer's triggers, conflict clauses that replace rows. */
const MOVES_ROWS = `SELECT 1 FROM sqlite_master
  WHERE type = 'view' OR (type = 'trigger' AND NOT ${OWN_TRIGGERS}) OR (type = 'table' AND sql LIKE '%REPLACE%') LIMIT 1`;

/** Statements that keep the number of rows, and those around a transaction. */
const KEEPS_ROWS = /^\s*(UPDATE\s+(?!OR\b)[\w"]|(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b)/i;

/** A temporary trigger, which no other connection sees, may be created. */
const MAKES_TEMPORARY = /^\s*CREATE\s+TEMP/i;

/**
 * A number that changes with every commit: those of this process are reported to it, those of others come from SQLite. Cached
 * data is valid while the number is the same.
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

  /** For all commits, or those that affect the number of rows; null where SQLite cannot say. */
  version(of: 'data' | 'rows'): number | null {
    try {
      this.#check();
    } catch (error) {
      if (!isBusy(error)) throw error;
      return null;
    }
    return this.#others + (of === 'rows' && !this.#updatesMove ? this.#moves : this.#own);
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
