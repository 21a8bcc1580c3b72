import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { driverErrorOf } from '../outage.js';
import { registerFunctions } from './functions.js';

type Row = unknown[];
export type RowsStatement = Sqlite.Statement<unknown[], Row>;

/** Prepared statements cached per connection; each character takes 16 bytes there. */
const STATEMENT_CACHE = { max: 1000, maxSize: 1_000_000 };
/** Kilobytes of page cache per connection; SQLite's default of 2000 is too small for random reads. */
const PAGE_CACHE = 16_000;

/** An SQLite handle with its prepared statements. */
export class Connection {
  readonly #rows = createCache<RowsStatement>();
  /** Statements with a `bigint` column, whose integers may exceed a JavaScript number. */
  readonly #wide = new WeakSet<RowsStatement>();
  /** Statements with positional values, for `?`; all others have numbered ones, for `?1`. */
  readonly #ordered = new WeakSet<RowsStatement>();
  /** Read-only statements. */
  readonly #selects = new WeakSet<RowsStatement>();
  readonly #objects = createCache<Sqlite.Statement>();

  /** `onWrite` is called with each statement that may write, before it runs. */
  constructor(
    readonly handle: Sqlite.Database,
    private readonly onWrite?: (sql: string) => void,
  ) {
    registerFunctions(handle);
    handle.pragma(`cache_size = ${-PAGE_CACHE}`);
  }

  /** A read-only connection, which never sees uncommitted data. */
  static reading(path: string): Connection {
    return new Connection(new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 1000 }));
  }

  /** The rows of a statement as arrays. Always to the end: `get()` on RETURNING would keep the WAL from shrinking. */
  rows(sql: string, values: readonly unknown[]): Row[] {
    const statement = this.#prepareRows(sql);
    if (this.onWrite && !this.#selects.has(statement)) this.onWrite(sql);
    return this.#rowsOf(statement, values);
  }

  /** The rows of a read-only statement. Throws for any other, before it runs. */
  select(sql: string, values: readonly unknown[]): Row[] {
    const statement = this.#prepareRows(sql);
    if (this.#selects.has(statement)) return this.#rowsOf(statement, values);
    throw new Error(`a statement that writes needs a transaction: ${sql.slice(0, 200)}`);
  }

  /** The rows of a select as objects, as TypeORM expects them. Integers arrive as BigInt, so that no digits are lost. */
  objects(sql: string, values: readonly unknown[]): unknown[] {
    return this.prepareObjects(sql)
      .all(...values)
      .map(withNumbers);
  }

  /** The query plan of a statement, whatever its values. */
  explain(sql: string): string[] {
    const count = Math.max(0, ...[...sql.matchAll(/\?(\d+)/g)].map(([, at]) => Number(at)));
    const ordered = count === 0 ? (sql.match(/\?/g)?.length ?? 0) : count;
    const values = Array<null>(ordered).fill(null);
    return this.rows(`EXPLAIN QUERY PLAN ${sql}`, values).map(([, , , step]) => String(step));
  }

  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, values: readonly unknown[]): number {
    const statement = this.#prepareRows(sql);
    this.onWrite?.(sql);
    return statement.run(this.#bind(statement, values)).changes;
  }

  /** A statement as TypeORM expects it: its rows are objects. */
  prepareObjects(sql: string): Sqlite.Statement {
    const known = remember(this.#objects, sql, () => {
      const statement = this.handle.prepare(sql);
      return statement.reader ? statement.safeIntegers() : statement;
    });
    if (this.onWrite && !known.readonly) this.onWrite(sql);
    return known;
  }

  #rowsOf(statement: RowsStatement, values: readonly unknown[]): Row[] {
    if (!statement.reader) {
      statement.run(this.#bind(statement, values));
      return [];
    }
    const rows = statement.all(this.#bind(statement, values));
    return this.#wide.has(statement) ? rows.map((row) => row.map(asNumber)) : rows;
  }

  /** The driver takes numbered parameters by name, which costs a lookup each. */
  #bind(statement: RowsStatement, values: readonly unknown[]): unknown {
    if (this.#ordered.has(statement)) return values;
    const named: Record<number, unknown> = {};
    for (let index = 0; index < values.length; index++) named[index + 1] = values[index];
    return named;
  }

  #prepareRows(sql: string): RowsStatement {
    return remember(this.#rows, sql, () => {
      const statement = this.handle.prepare<unknown[], Row>(sql);
      if (!sql.includes('?1')) this.#ordered.add(statement);
      if (!statement.reader) return statement;
      // SQLite also calls opening a transaction read-only.
      if (statement.readonly && isSelect(sql)) this.#selects.add(statement);
      if (statement.columns().some(({ type }) => type?.toLowerCase() === 'bigint')) {
        this.#wide.add(statement.safeIntegers());
      }
      return statement.raw();
    });
  }
}

/** Whether a statement is a query, provided that it is read-only. */
export const isSelect = (sql: string): boolean =>
  /^[\s(]*(SELECT|WITH|VALUES|EXPLAIN)\b/i.test(sql);

/** An integer as a number where that is exact, else as a text with all its digits, as on PostgreSQL. */
export function asNumber(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function withNumbers(row: unknown): unknown {
  const record = row as Record<string, unknown>;
  for (const key in record) record[key] = asNumber(record[key]);
  return record;
}

const createCache = <T extends object>() =>
  new LRUCache<string, T>({ ...STATEMENT_CACHE, sizeCalculation: (_statement, sql) => sql.length });

function remember<T extends object>(cache: LRUCache<string, T>, sql: string, prepare: () => T): T {
  const known = cache.get(sql);
  if (known !== undefined) return known;
  const made = prepare();
  cache.set(sql, made);
  return made;
}

/** Milliseconds between two attempts while another process writes, which takes less than one for writes of requests. */
const RETRY_INTERVAL = 1;

/** Repeats `statement` while another process holds the file, until `deadline` (of `performance.now()`). */
export async function whileFree<T>(deadline: number, statement: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(RETRY_INTERVAL);
    }
  }
}

/** Whether another connection holds the file; also where TypeORM has wrapped the error. */
export function isBusy(error: unknown): boolean {
  const code = (driverErrorOf(error) as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}
