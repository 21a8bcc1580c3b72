import type Sqlite from 'better-sqlite3';
import type { DataVersion } from '../database.js';
import { isBusy } from './busy.js';
import { OWN_TRIGGERS } from './trigrams.js';

/** What makes rows come or go where others are changed: views, the developer's triggers, rules by which one row replaces another. */
const MOVES_ROWS = `SELECT 1 FROM sqlite_master
  WHERE type = 'view' OR (type = 'trigger' AND NOT ${OWN_TRIGGERS}) OR (type = 'table' AND sql LIKE '%REPLACE%') LIMIT 1`;

/** Statements that leave as many rows as there are, and those around a transaction. */
const KEEPS_ROWS = /^\s*(UPDATE\s+(?!OR\b)[\w"]|(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b)/i;

/** A trigger may be among what no other connection sees. */
const MAKES_TEMPORARY = /^\s*CREATE\s+TEMP/i;

/** Tells by numbers whether anything has been committed since: by this process, which says so, or by others, of which SQLite knows. */
export class CommitWatch {
  readonly #dataVersion: Sqlite.Statement<[], number>;
  readonly #schemaVersion: Sqlite.Statement<[], number>;
  readonly #handle: Sqlite.Database;
  /** Commits of this process, those of them by which rows may have come or gone, and times that others have committed. */
  #own = 0;
  #moves = 0;
  #others = 0;
  /** Whether a statement of the open transaction may have brought or taken rows. */
  #isMoving = false;
  #seen: number;
  #looked = -1;
  #schema = -1;
  #updatesMove = false;

  /** `handle` is the connection of this process that writes: it does not count its own commits. */
  constructor(handle: Sqlite.Database) {
    this.#handle = handle;
    this.#dataVersion = handle.prepare<[], number>('PRAGMA data_version').pluck();
    this.#schemaVersion = handle.prepare<[], number>('PRAGMA schema_version').pluck();
    this.#seen = this.#dataVersion.get()!;
  }

  /** A statement that writes is about to be run. */
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

  /** Null where SQLite does not tell just now. */
  version(): DataVersion | null {
    try {
      this.#look();
    } catch (error) {
      if (!isBusy(error)) throw error;
      return null;
    }
    const rows = this.#updatesMove ? this.#own : this.#moves;
    return { data: this.#others + this.#own, rows: this.#others + rows };
  }

  #look(): void {
    const seen = this.#dataVersion.get()!;
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#others += 1;
    }
    if (this.#looked === this.#own + this.#others) return;
    this.#looked = this.#own + this.#others;
    const schema = this.#schemaVersion.get()!;
    if (schema === this.#schema) return;
    this.#schema = schema;
    // Once true it stays: the numbers of the two ways of counting do not fit each other backwards.
    this.#updatesMove ||= this.#handle.prepare(MOVES_ROWS).get() !== undefined;
  }
}
