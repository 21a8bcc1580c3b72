import type { Row } from '../../model/operations.js';
import { refuse } from '../../problem/problem.js';
import type { QueryLimits } from '../query/query-cost.js';
import type { Granted } from '../scope.js';
import { BETWEEN_RECORDS, type PageJson } from './list-page.js';
import { tooLarge } from './too-large.js';
import { ownTurn } from './turns.js';

/** The most bytes of a response; unlimited unless given. */
export type PageLimit = Pick<QueryLimits, 'pageLimit'>;

/** About as many characters as a record has as JSON. */
export function lengthOfRecord(record: Row): number {
  let length = 2;
  for (const name in record) length += name.length + BYTES_PER_FIELD + lengthOfValue(record[name]);
  return length;
}

/** Bytes of a name with its colon, comma and quotes, and of a value that is not a text. */
export const BYTES_PER_FIELD = 12;

function lengthOfValue(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0;
}

/** Remembers how many bytes some records have, and the widest record. A few chosen fields say nothing about whole records. */
export function tellWidth(
  bytes: number,
  records: number,
  widest: number | undefined,
  { core, model, grant }: Granted,
): void {
  if (!grant.shown) core.widths.tell(model, bytes, records, widest);
}

/** Remembers how wide records are that were read or written, as a page or alone. */
export function tellWidths(records: readonly Row[], allowed: Granted): void {
  let [sum, widest] = [0, 0];
  for (const record of records) {
    const length = lengthOfRecord(record);
    sum += length;
    widest = Math.max(widest, length);
  }
  tellWidth(sum, records.length, widest, allowed);
}

/** UTF-8 needs at most three bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Refuses JSON above the limit, with `before` bytes of it that have been encoded. */
export function assertWithinLimit(json: string, limit = Infinity, before = 0): void {
  if (before + json.length * MAX_BYTES_PER_UNIT <= limit) return;
  if (before + Buffer.byteLength(json) > limit) throw tooLarge(`${limit} bytes`);
}

/** Refuses records that have more characters together than a response may have bytes. */
export function assertFits(length: number, { pageLimit = Infinity }: PageLimit): void {
  if (length > pageLimit)
    throw refuse(
      '',
      'page-too-large',
      `The records have more than ${pageLimit} bytes together; write fewer of them at once`,
    );
}

/** A large page is encoded in pieces of so many characters, or of one record that has more. */
const PIECE_LENGTH = 262_144;

/**
 * The JSON of records; refused above the limit. Encoding a large page takes longer than reading its records, so other requests
 * have their turn after each piece.
 */
export async function jsonOf(records: readonly object[], limit = Infinity): Promise<PageJson> {
  const encoded: Buffer[] = [];
  let bytes = 0;
  let piece = '[';
  for (const [at, record] of records.entries()) {
    piece += at === 0 ? JSON.stringify(record) : BETWEEN_RECORDS + JSON.stringify(record);
    if (piece.length < PIECE_LENGTH) continue;
    const part = Buffer.from(piece);
    bytes += part.length;
    if (bytes > limit) throw tooLarge(`${limit} bytes`);
    encoded.push(part);
    piece = '';
    await ownTurn();
  }
  piece += ']';
  assertWithinLimit(piece, limit, bytes);
  return encoded.length === 0 ? piece : [...encoded, Buffer.from(piece)];
}
