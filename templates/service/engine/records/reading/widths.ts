import type { ModelInfo } from '../../model/model-info.js';
import type { ColumnInfo } from '../../fields/column-info.js';

/** Milliseconds for which the width of pages is relied on: other processes and programs write, too. */
const TRUST = 1000;
/** Milliseconds for which the widest record is remembered at least, and at most twice as long. */
const MEMORY = 300_000;
/** Bytes of a value of limited length, with its name. */
const NARROW = 40;

/** The most of something, in this period of `MEMORY` and in the one before. */
interface Most {
  now: number;
  before: number;
}

interface Width {
  /** The average width of a record of a page. */
  readonly ofPages: Most;
  /** The width of a single record. */
  readonly ofRecords: Most;
  since: number;
  /** The time at which the last page told the width of its records. */
  toldAt: number;
}

/**
 * How many bytes the records of each model have, as remembered from what was read and written: an estimate by which a page
 * that may be large is recognised before it is read, without a query for each of those that are not.
 */
export class Widths {
  readonly #known = new Map<ModelInfo, Width>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** What a record of a page may have: as remembered where pages have told it lately, else as much as its columns allow. */
  ofPage(model: ModelInfo): number {
    const known = this.#known.get(model);
    return known && this.now() - known.toldAt < TRUST ? mostOf(known.ofPages) : allowed(model);
  }

  /** What a single record may have, which is never large unless one has been seen that is. */
  ofRecord(model: ModelInfo): number {
    const known = this.#known.get(model);
    return known ? mostOf(known.ofRecords) : 0;
  }

  /** So many records, of a page or one that was read or written alone, have `bytes`, and one of them `widest`. */
  tell(model: ModelInfo, bytes: number, records: number, widest = bytes / records): void {
    if (records === 0) return;
    const now = this.now();
    const known = this.#known.get(model) ?? newWidth(now);
    this.#known.set(model, known);
    if (now - known.since > MEMORY) {
      for (const most of [known.ofPages, known.ofRecords]) {
        most.before = most.now;
        most.now = 0;
      }
      known.since = now;
    }
    known.ofPages.now = Math.max(known.ofPages.now, bytes / records);
    known.ofRecords.now = Math.max(known.ofRecords.now, widest);
    if (records > 1) known.toldAt = now;
  }
}

const newWidth = (now: number): Width => ({
  ofPages: { now: 0, before: 0 },
  ofRecords: { now: 0, before: 0 },
  since: now,
  toldAt: -Infinity,
});

const mostOf = ({ now, before }: Most): number => Math.max(now, before);

const most = new WeakMap<ModelInfo, number>();

/** What the columns of a model allow a record to have; infinitely much with a text or JSON of any length. */
function allowed(model: ModelInfo): number {
  let bytes = most.get(model);
  if (bytes === undefined) {
    bytes = allowedWidth(model.stored);
    most.set(model, bytes);
  }
  return bytes;
}

/** What some columns allow a record to have. */
export const allowedWidth = (columns: readonly ColumnInfo[]): number =>
  columns.reduce((sum, column) => sum + limitOf(column), 0);

const limitOf = (column: ColumnInfo): number =>
  isLong(column)
    ? Infinity
    : NARROW + (column.added?.width ?? (isLimited(column) ? column.max! : 0));

const isLimited = ({ type, max }: ColumnInfo): boolean =>
  (type === 'text' || type === 'string') && max !== null;

/** Whether a column's values may have more characters than these; of numbers `max` is a value. */
export const mayExceed = ({ type, added, max }: ColumnInfo, characters: number): boolean =>
  (added?.width ?? 0) > characters ||
  type === 'json' ||
  ((type === 'text' || type === 'string') && (max ?? Infinity) > characters);

/** Whether a column's values may have any length. */
export const isLong = ({ type, added, max }: ColumnInfo): boolean =>
  added?.width === Infinity || type === 'json' || (type === 'text' && max === null);
