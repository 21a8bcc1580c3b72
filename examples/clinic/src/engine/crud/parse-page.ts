import type { Query } from '../model/operations.js';
import { refuse } from '../problem/refuse.js';

/** Which part of a list is asked for; `end` is exclusive. */
export interface Page {
  readonly start: number;
  readonly end: number;
}

const DEFAULT_SIZE = 25;

/** `_start` and `_end`. Repeated ids without them ask for all of these records, up to the largest page. */
export function parsePage(query: Query, maxSize: number): Page {
  const start = parseBound(query, '_start');
  const end = parseBound(query, '_end');
  const size = Array.isArray(query.id) ? maxSize : Math.min(DEFAULT_SIZE, maxSize);
  if (start === null && end === null) return { start: 0, end: size };
  const page = { start: start ?? 0, end: end ?? (start ?? 0) + Math.min(DEFAULT_SIZE, maxSize) };
  if (page.end < page.start) throw refuse('_end', 'range', '_end must not be below _start');
  if (page.end - page.start > maxSize) {
    throw refuse('_end', 'page-size', `A page has at most ${maxSize} records`);
  }
  return page;
}

function parseBound(query: Query, name: '_start' | '_end'): number | null {
  const given = query[name];
  if (given === undefined) return null;
  const isWhole = typeof given === 'string' && /^\d+$/.test(given);
  if (!isWhole || !Number.isSafeInteger(Number(given))) {
    throw refuse(name, 'not-an-integer', `${name} must be one integer of at least 0`);
  }
  return Number(given);
}
