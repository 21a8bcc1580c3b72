import type { ModelInfo } from '../../model/model-info.js';
import type { ColumnInfo } from '../../fields/column-info.js';

/** Milliseconds for which the width of pages is relied on: other processes and programs write, too. */
const TRUST = 1000;
/** Milliseconds for which the widest record is remembered at least, and at most twice as long. */
const MEMORY = 300_000;
/** Bytes of a value of limited length, with its name. */
const NARROW = 40;

interface Width {
  /** The most bytes of a record, in this period of `MEMORY` and in the one before. */
  widest: number;
  before: number;
  since: number;
  /** When the last page told the width of its records. */
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
    return known && this.now() - known.toldAt < TRUST ? widestOf(known) : allowed(model);
  }

  /** What a single record may have, which is never large unless one has been seen that is. */
  ofRecord(model: ModelInfo): number {
    const known = this.#known.get(model);
    return known ? widestOf(known) : 0;
  }

  /** So many records, of a page or one that was read or written alone, have `bytes`. */
  tell(model: ModelInfo, bytes: number, records: number): void {
    if (records === 0) return;
    const now = this.now();
    let known = this.#known.get(model);
    if (!known) {
      known = { widest: 0, before: 0, since: now, toldAt: -Infinity };
      this.#known.set(model, known);
    }
    if (now - known.since > MEMORY) {
      known.before = known.widest;
      known.widest = 0;
      known.since = now;
    }
    known.widest = Math.max(known.widest, bytes / records);
    if (records > 1) known.toldAt = now;
  }
}

const widestOf = ({ widest, before }: Width): number => Math.max(widest, before);

const most = new WeakMap<ModelInfo, number>();

/** What the columns of a model allow a record to have; infinitely much with a text or JSON of any length. */
function allowed(model: ModelInfo): number {
  let bytes = most.get(model);
  if (bytes === undefined) {
    bytes = model.columns.reduce((sum, column) => sum + mostOf(column), 0);
    most.set(model, bytes);
  }
  return bytes;
}

const mostOf = (column: ColumnInfo): number =>
  isLong(column) ? Infinity : NARROW + (isLimited(column) ? column.max! : 0);

const isLimited = ({ type, max }: ColumnInfo): boolean =>
  (type === 'text' || type === 'string') && max !== null;

/** Whether a column's values may have any length. */
export const isLong = ({ type, max }: ColumnInfo): boolean =>
  type === 'json' || (type === 'text' && max === null);
