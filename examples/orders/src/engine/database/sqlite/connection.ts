import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { registerFunctions } from './functions.js';

type Row = unknown[];
export type RowsStatement = Sqlite.Statement<unknown[], Row>;

/** Statements kept prepared on each connection; each character of one takes 16 bytes there. */
const PREPARED = { max: 1000, maxSize: 1_000_000 };
/** Kilobytes of pages that a connection keeps; SQLite's own 2000 are few for reading random rows. */
const CACHE = 16_000;

/** One handle of SQLite with its prepared statements. */
export class Connection {
  readonly #rows = createCache<RowsStatement>();
  /** Statements with a `bigint` column, whose integers may be more than a number can hold. */
  readonly #wide = new WeakSet<RowsStatement>();
  /** Statements that take their values in order, for `?`; all others by number, for `?1`. */
  readonly #ordered = new WeakSet<RowsStatement>();
  /** Statements that do nothing but read. */
  readonly #selects = new WeakSet<RowsStatement>();
  readonly #objects = createCache<Sqlite.Statement>();

  /** `onWrite` hears of each statement that does not only read, before it is run. */
  constructor(
    readonly handle: Sqlite.Database,
    private readonly onWrite?: (sql: string) => void,
  ) {
    registerFunctions(handle);
    handle.pragma(`cache_size = ${-CACHE}`);
  }

  /** One that only reads, and so never sees what is not committed. */
  static reading(path: string): Connection {
    return new Connection(new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 1000 }));
  }

  /** The rows of a statement as arrays. Always to the end: `get()` on RETURNING would keep the WAL from shrinking. */
  rows(sql: string, values: readonly unknown[]): Row[] {
    const statement = this.#prepareRows(sql);
    if (this.onWrite && !this.#selects.has(statement)) this.onWrite(sql);
    return this.#rowsOf(statement, values);
  }

  /** The rows of a statement that only reads. Throws for any other, before it is run. */
  select(sql: string, values: readonly unknown[]): Row[] {
    const statement = this.#prepareRows(sql);
    if (this.#selects.has(statement)) return this.#rowsOf(statement, values);
    throw new Error(`a statement that writes needs a transaction: ${sql.slice(0, 200)}`);
  }

  /** The rows of a select as objects, as TypeORM wants them. Integers arrive as BigInt, so that none loses digits. */
  objects(sql: string, values: readonly unknown[]): unknown[] {
    return this.prepareObjects(sql)
      .all(...values)
      .map(withNumbers);
  }

  /** The program by which SQLite would run a statement, an instruction a row. */
  program(sql: string, values: readonly unknown[]): Row[] {
    const statement = this.handle.prepare<unknown[], Row>(`EXPLAIN ${sql}`).raw();
    if (!sql.includes('?1')) this.#ordered.add(statement);
    return statement.all(this.#bind(statement, values));
  }

  /** The steps by which a statement would be done, whatever its values. */
  explain(sql: string): string[] {
    const count = Math.max(0, ...[...sql.matchAll(/\?(\d+)/g)].map(([, at]) => Number(at)));
    const ordered = count === 0 ? (sql.match(/\?/g)?.length ?? 0) : count;
    const values = Array<null>(ordered).fill(null);
    return this.rows(`EXPLAIN QUERY PLAN ${sql}`, values).map(([, , , step]) => String(step));
  }

  /** Runs a statement and gives how many rows it changed. */
  run(sql: string, values: readonly unknown[]): number {
    const statement = this.#prepareRows(sql);
    this.onWrite?.(sql);
    return statement.run(this.#bind(statement, values)).changes;
  }

  /** A statement as TypeORM wants it: its rows are objects. */
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
      // SQLite calls it reading to open a transaction, too.
      if (statement.readonly && isSelect(sql)) this.#selects.add(statement);
      if (statement.columns().some(({ type }) => type?.toLowerCase() === 'bigint')) {
        this.#wide.add(statement.safeIntegers());
      }
      return statement.raw();
    });
  }
}

/** Whether a statement is of those that read, if it does nothing else. */
export const isSelect = (sql: string): boolean =>
  /^[\s(]*(SELECT|WITH|VALUES|EXPLAIN)\b/i.test(sql);

/** An integer as a number where that is exact, else as all its digits, as on PostgreSQL. */
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
  new LRUCache<string, T>({ ...PREPARED, sizeCalculation: (_statement, sql) => sql.length });

function remember<T extends object>(cache: LRUCache<string, T>, sql: string, prepare: () => T): T {
  const known = cache.get(sql);
  if (known !== undefined) return known;
  const made = prepare();
  cache.set(sql, made);
  return made;
}
