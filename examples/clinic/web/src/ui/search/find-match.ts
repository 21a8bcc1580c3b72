import { isSearched } from './search-config';

export interface Match {
  source: string;
  /** The value around the match, shortened, in three pieces. */
  before: string;
  found: string;
  after: string;
}

const CONTEXT = 28;

/** The first searched field of a record that contains the query, whatever the case of letters. */
export function findMatch(
  record: Record<string, unknown>,
  query: string,
  names: readonly string[],
): Match | null {
  const needle = query.toLowerCase();
  for (const [source, value] of Object.entries(record)) {
    if (typeof value !== 'string' || source.startsWith('_') || !isSearched(source, names)) continue;
    const at = value.toLowerCase().indexOf(needle);
    if (at >= 0) return cut(source, value, at, needle.length);
  }
  return null;
}

function cut(source: string, value: string, at: number, length: number): Match {
  const start = Math.max(0, at - CONTEXT);
  const end = Math.min(value.length, at + length + CONTEXT);
  return {
    source,
    before: (start > 0 ? '…' : '') + value.slice(start, at),
    found: value.slice(at, at + length),
    after: value.slice(at + length, end) + (end < value.length ? '…' : ''),
  };
}
