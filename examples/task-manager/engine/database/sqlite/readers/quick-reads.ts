import { LRUCache } from 'lru-cache';
import { quote } from '../../steps/step.js';
import type { Connection } from '../connection.js';

/** Rows that are read in a few milliseconds, however expensive the condition and however tables are joined. */
const QUICK_ROWS = 1000;
/** Rows of one table that are read in tens of milliseconds at worst, and mostly in a few. */
const QUICK_TABLE_ROWS = 20_000;
/** Milliseconds that a read may block others. */
const QUICK_TIME = 5;
/** After this many slow runs in a row, one of them much slower, the statement itself is slow rather than the machine busy. */
const SLOW_RUNS = 3;
const MUCH_SLOWER = 5;
/** Rows that are read along an index in that time, none of them filtered out. */
const QUICK_INDEX_ROWS = 10_000;

/** All rows of a table that are counted without a condition: as fast, unless they are wide. */
const COUNT_BOUNDS = { isKeyed: false, walked: null, rows: 100_000 };

/** Bounds of a statement's work, whatever its values. */
interface Bounds {
  /** Looks up rows one by one, by a unique key. */
  readonly isKeyed: boolean;
  /** The last row that a page reads up to; null where rows are filtered or sorted on the way. */
  readonly walked: ((values: readonly unknown[]) => number) | null;
  /** A select of the maximum total number of rows in its tables. */
  readonly size: string;
  /** The number of rows up to which it counts as quick; lowered once it is slow. */
  rows: number;
  /** How many times in a row it was slow. */
  slow: number;
}

/** An instruction of SQLite's bytecode; its address is its position. */
type Instruction = readonly [
  address: number,
  name: string,
  p1: number,
  p2: number,
  ...rest: unknown[],
];

/**
 * Decides which statements are fast enough for the event loop. It uses SQLite's bytecode for the statement, which is analysed
 * once: the query plan shows an index, but not how many of the rows it finds are filtered out. The time per row is only
 * learned by running it, on tables where that costs little.
 */
export class QuickReads {
  readonly #known = new LRUCache<string, Bounds>({
    max: 2000,
    maxSize: 2_000_000,
    sizeCalculation: (_bounds, sql) => sql.length,
  });

  constructor(
    private readonly read: <T>(select: (connection: Connection) => T) => T,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws the driver's error for a statement that cannot be prepared. */
  isQuick(sql: string, values: readonly unknown[]): boolean {
    const { isKeyed, walked, size, rows } = this.#known.get(sql) ?? this.#analyse(sql, values);
    if (isKeyed || (walked && walked(values) <= QUICK_INDEX_ROWS)) return true;
    return Number(this.#rows(size, [])[0]![0]) <= rows;
  }

  /** Runs a quick statement, and records when it was not. */
  timed<T>(sql: string, run: () => T): T {
    const began = this.now();
    const result = run();
    const took = this.now() - began;
    const bounds = this.#known.get(sql);
    if (bounds) judge(bounds, took);
    return result;
  }

  #analyse(sql: string, values: readonly unknown[]): Bounds {
    const bounds = { ...this.#boundsOf(sql, values), slow: 0 };
    this.#known.set(sql, bounds);
    return bounds;
  }

  #boundsOf(sql: string, values: readonly unknown[]): Omit<Bounds, 'slow'> {
    if (/^[\s(]*EXPLAIN\b/i.test(sql)) return { isKeyed: true, walked: null, size: '', rows: 0 };
    // A recursive query can produce any number of rows.
    if (/\bRECURSIVE\b/i.test(sql))
      return { isKeyed: false, walked: null, size: UNBOUNDED, rows: 0 };
    const program = this.read((connection) =>
      connection.program(sql, values),
    ) as unknown as Instruction[];
    // Full-text search may return every row. JSON functions are virtual tables, too, but small.
    const isFullText = /\bMATCH\b/i.test(sql);
    const opened = program.filter(([, name]) => name === 'OpenRead' || name === 'ReopenIdx');
    const cursors = new Set(opened.map(([, , cursor]) => cursor));
    const loops = program.filter(
      ([, name, cursor]) =>
        (name === 'VNext' && isFullText) ||
        ((name === 'Next' || name === 'Prev') && cursors.has(cursor)),
    );
    const walks = loops.length === 1 && takesEachRow(program, loops[0]!);
    // COUNT(*) of a whole table needs no loop; it goes page by page.
    const counts = program.some(([, name]) => name === 'Count');
    if (counts && loops.length === 0) return { ...COUNT_BOUNDS, size: this.#sizeOf(opened) };
    return {
      isKeyed: loops.length === 0,
      walked: walks ? lastOfPage(sql) : null,
      size: this.#sizeOf(opened),
      rows: loops.length === 1 ? QUICK_TABLE_ROWS : QUICK_ROWS,
    };
  }

  #sizeOf(opened: readonly Instruction[]): string {
    return sizeOf(this.#tablesOf(opened.map(([, , , root]) => root)));
  }

  #tablesOf(roots: readonly number[]): Table[] {
    const rows = this.#rows(TABLES, [JSON.stringify(roots)]);
    return rows.map(([name, hasIds]) => ({ name: String(name), hasIds: hasIds === 1 }));
  }

  #rows(sql: string, values: readonly unknown[]): unknown[][] {
    return this.read((connection) => connection.select(sql, values));
  }
}

function judge(bounds: Bounds, took: number): void {
  bounds.slow =
    took <= QUICK_TIME ? 0 : bounds.slow + (took > MUCH_SLOWER * QUICK_TIME ? SLOW_RUNS : 1);
  if (bounds.slow >= SLOW_RUNS) bounds.rows = QUICK_ROWS;
}

interface Table {
  readonly name: string;
  readonly hasIds: boolean;
}

const TABLES =
  `SELECT name, sql NOT LIKE '%WITHOUT ROWID%' FROM sqlite_master WHERE type = 'table' AND name IN ` +
  `(SELECT tbl_name FROM sqlite_master WHERE rootpage IN (SELECT value FROM json_each(?1)))`;

const UNBOUNDED = 'SELECT 9e999';

/** Ids ascend, so the highest one bounds the number of rows. The schema table itself is small. */
function sizeOf(tables: readonly Table[]): string {
  if (tables.some(({ hasIds }) => !hasIds)) return UNBOUNDED;
  const sizes = tables.map(({ name }) => `coalesce((SELECT max(rowid) FROM ${quote(name)}), 0)`);
  return `SELECT ${sizes.join(' + ') || '0'}`;
}

/** Instructions that do not jump: their operands are columns or registers, where others have a target. */
const WITHOUT_JUMP = new Set(
  (
    'Column Rowid IdxRowid Variable Integer Int64 Real String8 Null Copy SCopy Cast Affinity RealAffinity ' +
    'Function PureFunc Concat Add Subtract Multiply Divide Remainder MakeRecord ResultRow'
  ).split(' '),
);

/** Whether a loop ends with its limit, and only the offset makes it skip rows. */
function takesEachRow(program: readonly Instruction[], [next, , , begin]: Instruction): boolean {
  const body = program.slice(begin, next);
  const passes = body.filter(([, name, , target]) => target === next && !WITHOUT_JUMP.has(name));
  return (
    body.some(([, name]) => name === 'DecrJumpZero') && passes.every(([, name]) => name === 'IfPos')
  );
}

const LIMIT = / LIMIT (\?\d+|\d+)(?: \+ 0)?(?: OFFSET (\?\d+|\d+))?/g;

/** Where the page of a statement ends, by its values; null where the text does not show it. */
function lastOfPage(sql: string): Bounds['walked'] {
  const [found, ...more] = sql.matchAll(LIMIT);
  if (!found || more.length > 0) return null;
  const terms = found.slice(1).filter((term) => term !== undefined);
  const places = terms.filter((term) => term.startsWith('?')).map((term) => Number(term.slice(1)));
  const fixed = terms.filter((term) => !term.startsWith('?')).map(Number);
  const sum = fixed.reduce((all, one) => all + one, 0);
  // SQLite treats a negative limit as none.
  const amount = (value: unknown): number => (Number(value) >= 0 ? Number(value) : Infinity);
  return (values) => places.reduce((all, place) => all + amount(values[place - 1]), sum);
}
