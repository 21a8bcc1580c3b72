import { LRUCache } from 'lru-cache';
import { quote } from '../../steps/step.js';
import type { Connection } from '../connection.js';

/** Rows that are looked at in a few milliseconds, however dear the condition is and however tables are joined. */
const FEW_ROWS = 1000;
/** Rows of one table that are looked at in tens of milliseconds at worst, and mostly in a few. */
const SOME_ROWS = 20_000;
/** Milliseconds that others may wait for a read. */
const QUICK = 5;
/** So many times in a row it took longer, once much longer: that was not for what else the machine had to do. */
const SLOW_TIMES = 3;
const MUCH = 5;
/** Rows that are walked along an index in as long: none is looked at in vain. */
const FEW_WALKED = 10_000;

/** All rows of a table that are counted, which no condition looks at: as long, where they are not wide. */
const COUNTED = { isKeyed: false, walked: null, rows: 100_000 };

/** What bounds the work of a statement, whatever its values are. */
interface Bounds {
  /** It looks rows up one by one, by a key that only one has. */
  readonly isKeyed: boolean;
  /** The last row that a page walks to; null where rows are passed over or sorted on the way. */
  readonly walked: ((values: readonly unknown[]) => number) | null;
  /** A select of how many rows all its tables have, at most. */
  readonly size: string;
  /** How many of them are no matter; fewer, once it takes long. */
  rows: number;
  /** How many times in a row it took long. */
  slow: number;
}

/** An instruction of SQLite's program for a statement; its address is its place. */
type Instruction = readonly [
  address: number,
  name: string,
  p1: number,
  p2: number,
  ...rest: unknown[],
];

/**
 * Says which statements are done at once, and so may run on the event loop. It goes by SQLite's program for the statement,
 * which is looked at once: the plan tells of an index, but not how many of the rows found by it are looked at in vain. How long a row
 * takes only trying tells, on tables where that costs little.
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
    const { isKeyed, walked, size, rows } = this.#known.get(sql) ?? this.#look(sql, values);
    if (isKeyed || (walked && walked(values) <= FEW_WALKED)) return true;
    return Number(this.#rows(size, [])[0]![0]) <= rows;
  }

  /** Runs a statement that is quick, and remembers where it was not. */
  timed<T>(sql: string, run: () => T): T {
    const began = this.now();
    const result = run();
    const took = this.now() - began;
    const bounds = this.#known.get(sql);
    if (bounds) judge(bounds, took);
    return result;
  }

  #look(sql: string, values: readonly unknown[]): Bounds {
    const bounds = { ...this.#boundsOf(sql, values), slow: 0 };
    this.#known.set(sql, bounds);
    return bounds;
  }

  #boundsOf(sql: string, values: readonly unknown[]): Omit<Bounds, 'slow'> {
    if (/^[\s(]*EXPLAIN\b/i.test(sql)) return { isKeyed: true, walked: null, size: '', rows: 0 };
    // What it makes of no table can be any number of rows.
    if (/\bRECURSIVE\b/i.test(sql)) return { isKeyed: false, walked: null, size: UNKNOWN, rows: 0 };
    const program = this.read((connection) =>
      connection.program(sql, values),
    ) as unknown as Instruction[];
    // What it finds can be every row. JSON is a virtual table, too, and small.
    const isFullText = /\bMATCH\b/i.test(sql);
    const opened = program.filter(([, name]) => name === 'OpenRead' || name === 'ReopenIdx');
    const cursors = new Set(opened.map(([, , cursor]) => cursor));
    const loops = program.filter(
      ([, name, cursor]) =>
        (name === 'VNext' && isFullText) ||
        ((name === 'Next' || name === 'Prev') && cursors.has(cursor)),
    );
    const walks = loops.length === 1 && takesEachRow(program, loops[0]!);
    // All rows of a table are counted without a loop, page by page.
    const counts = program.some(([, name]) => name === 'Count');
    if (counts && loops.length === 0) return { ...COUNTED, size: this.#sizeOf(opened) };
    return {
      isKeyed: loops.length === 0,
      walked: walks ? lastOfPage(sql) : null,
      size: this.#sizeOf(opened),
      rows: loops.length === 1 ? SOME_ROWS : FEW_ROWS,
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
  bounds.slow = took <= QUICK ? 0 : bounds.slow + (took > MUCH * QUICK ? SLOW_TIMES : 1);
  if (bounds.slow >= SLOW_TIMES) bounds.rows = FEW_ROWS;
}

interface Table {
  readonly name: string;
  readonly hasIds: boolean;
}

const TABLES =
  `SELECT name, sql NOT LIKE '%WITHOUT ROWID%' FROM sqlite_master WHERE type = 'table' AND name IN ` +
  `(SELECT tbl_name FROM sqlite_master WHERE rootpage IN (SELECT value FROM json_each(?1)))`;

const UNKNOWN = 'SELECT 9e999';

/** Ids are given upwards, so the highest one says how many rows there can be. The schema itself is no table, and small. */
function sizeOf(tables: readonly Table[]): string {
  if (tables.some(({ hasIds }) => !hasIds)) return UNKNOWN;
  const sizes = tables.map(({ name }) => `coalesce((SELECT max(rowid) FROM ${quote(name)}), 0)`);
  return `SELECT ${sizes.join(' + ') || '0'}`;
}

/** Instructions that do not jump: what stands where others have their target is a column or register. */
const PLAIN = new Set(
  (
    'Column Rowid IdxRowid Variable Integer Int64 Real String8 Null Copy SCopy Cast Affinity RealAffinity ' +
    'Function PureFunc Concat Add Subtract Multiply Divide Remainder MakeRecord ResultRow'
  ).split(' '),
);

/** Whether a loop ends with its limit, and only the offset has it pass over rows. */
function takesEachRow(program: readonly Instruction[], [next, , , begin]: Instruction): boolean {
  const body = program.slice(begin, next);
  const passes = body.filter(([, name, , target]) => target === next && !PLAIN.has(name));
  return (
    body.some(([, name]) => name === 'DecrJumpZero') && passes.every(([, name]) => name === 'IfPos')
  );
}

const LIMIT = / LIMIT (\?\d+|\d+)(?: \+ 0)?(?: OFFSET (\?\d+|\d+))?/g;

/** Where the page of a statement ends, by its values; null where the text does not tell. */
function lastOfPage(sql: string): Bounds['walked'] {
  const [found, ...more] = sql.matchAll(LIMIT);
  if (!found || more.length > 0) return null;
  const terms = found.slice(1).filter((term) => term !== undefined);
  const places = terms.filter((term) => term.startsWith('?')).map((term) => Number(term.slice(1)));
  const fixed = terms.filter((term) => !term.startsWith('?')).map(Number);
  const sum = fixed.reduce((all, one) => all + one, 0);
  // A negative limit is none to SQLite.
  const amount = (value: unknown): number => (Number(value) >= 0 ? Number(value) : Infinity);
  return (values) => places.reduce((all, place) => all + amount(values[place - 1]), sum);
}
