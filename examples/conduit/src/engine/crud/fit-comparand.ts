import { isCleanText } from '../fields/check-value.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { parseBigint, parseDate, parseDatetime } from '../fields/formats.js';
import type { Comparand } from '../model/where.js';
import { refuse, withArticle } from '../problem/problem.js';
import { parseText } from './parse-filter.js';

/**
 * What code compares a column with, in the form in which that is stored. It may come from a request: 400 for a value that the
 * column cannot hold, as in a query, where a database would fail or find what another one does not.
 */
export function fitComparand(value: Comparand, column: ColumnInfo): Comparand {
  const fitted = column.transformer ? value : formOf(value, column);
  if (fitted !== null) return fitted;
  const text = `${column.name} cannot be compared with that value: it is ${withArticle(column.type)}`;
  throw refuse(column.name, 'type', text);
}

/** `value` is of the column's kind in JavaScript. */
function formOf(value: Comparand, column: ColumnInfo): Comparand | null {
  switch (column.type) {
    case 'string':
    case 'text':
    case 'enum':
      return isCleanText(value) ? value : null;
    case 'integer':
      return Number.isSafeInteger(value) ? value : null;
    case 'bigint':
      return parseBigint(String(value as string | bigint));
    case 'date':
      return parseDate(value as string) ?? parseDatetime(value as string)?.slice(0, 10) ?? null;
    case 'datetime':
      return parseDatetime(value as string) ?? midnight(value as string);
    case 'time':
    case 'uuid':
      return parseText(value as string, column);
    default:
      return value;
  }
}

function midnight(text: string): string | null {
  const date = parseDate(text);
  return date && `${date}T00:00:00.000Z`;
}
