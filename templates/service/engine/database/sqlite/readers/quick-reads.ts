import { LRUCache } from 'lru-cache';
import type { Reach } from '../../dialect.js';
import { quote } from '../../steps/step.js';
import type { Connection } from '../connection.js';

/** Rows of tables that are read in a few milliseconds, however expensive the condition and however they are joined. */
const QUICK_ROWS = 1000;
/** Milliseconds after which a read was not quick, however few its rows: their texts are long, or the process was interrupted. */
const SLOW = 25;
/** The number of times in a row from which a read is not slow by chance. */
const TIMES = 2;
/** Milliseconds until a slow read is tried again: the file may not have been in memory. */
const MEMORY = 600_000;

/** Decides which reads are quick enough for the event loop: by what whoever asks says of them, and by the size of tables. */
export class QuickReads {
  /** The guessed reach of SQL that is not the engine's. */
  readonly #guessed = byText<Reach>();
  readonly #slow = byText<Slowness>();

  constructor(
    private readonly read: <T>(select: (connection: Connection) => T) => T,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws the driver's error for a statement of unknown reach that cannot be prepared. */
  isQuick(sql: string, values: readonly unknown[], known?: Reach): boolean {
    const reach = known ?? this.#guess(sql, values);
    if (typeof reach === 'string') return reach === 'few';
    let rows = 0;
    for (const table of reach.tables) rows += this.#sizeOf(table);
    return rows <= (this.#isSlow(sql) ? QUICK_ROWS : reach.upTo);
  }

  /** Runs a quick read, and remembers when it was not. */
  timed<T>(sql: string, run: () => T): T {
    const began = this.now();
    const result = run();
    const ended = this.now();
    if (ended - began > SLOW)
      this.#slow.set(sql, { times: (this.#slow.get(sql)?.times ?? 0) + 1, at: ended });
    else if (this.#slow.size > 0) this.#slow.delete(sql);
    return result;
  }

  #isSlow(sql: string): boolean {
    const known = this.#slow.get(sql);
    return known !== undefined && known.times >= TIMES && this.now() - known.at < MEMORY;
  }

  /** Ids ascend, so the highest one bounds the number of rows; a table without ids may have any. */
  #sizeOf(table: string): number {
    try {
      return Number(this.#rows(`SELECT max(rowid) FROM ${quote(table)}`)[0]![0]);
    } catch {
      return Infinity;
    }
  }

  #guess(sql: string, values: readonly unknown[]): Reach {
    const known = this.#guessed.get(sql);
    if (known !== undefined) return known;
    const reach = this.#look(sql, values);
    this.#guessed.set(sql, reach);
    return reach;
  }

  /** A plan that looks up ids, of few rows, is quick; so is whatever names small tables alone. */
  #look(sql: string, values: readonly unknown[]): Reach {
    if (/^[\s(]*EXPLAIN\b/i.test(sql)) return 'few';
    const plan = this.#rows(`EXPLAIN QUERY PLAN ${sql}`, values);
    if (plan.every(([, , , step]) => LOOKUP.test(String(step)))) return 'few';
    // A recursive query can make any number of rows of nothing.
    if (/\bRECURSIVE\b/i.test(sql)) return 'much';
    const named = this.#rows(TABLES).filter(([name]) => isIn(sql, String(name)));
    if (named.some(([, isTable]) => isTable === 0)) return 'much';
    return { tables: named.map(([name]) => String(name)), upTo: QUICK_ROWS };
  }

  #rows(sql: string, values: readonly unknown[] = []): unknown[][] {
    return this.read((connection) => connection.select(sql, values));
  }
}

/** How often in a row a read has been slow, and when it was last. */
interface Slowness {
  readonly times: number;
  readonly at: number;
}

const byText = <T extends object | string>() =>
  new LRUCache<string, T>({
    max: 2000,
    maxSize: 2_000_000,
    sizeCalculation: (_known, sql) => sql.length + 1,
  });

/** A step of SQLite's query plan that takes as many rows as there are ids to look up, or before it. */
const LOOKUP =
  /^SEARCH .* USING INTEGER PRIMARY KEY \(rowid=\?\)|^USE TEMP B-TREE|^SCAN CONSTANT ROW/;

/** Views may hide anything, and virtual tables or those without ids do not tell their size. */
const TABLES = `SELECT name, type = 'table' AND wr = 0 FROM pragma_table_list WHERE schema = 'main'`;

const isIn = (sql: string, name: string): boolean => sql.toLowerCase().includes(name.toLowerCase());
