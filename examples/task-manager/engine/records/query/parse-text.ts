import { isPlainJson } from '../../fields/check-value.js';
import { isText, type ColumnInfo } from '../../fields/column-info.js';
import * as formats from '../../fields/formats.js';
import { jsonExcess } from '../../http/read-body.js';
import type { Comparand } from '../../model/where.js';

/** A query parameter's text as a value of the column; null if the column's type cannot hold it, or for JSON's own null. */
export function parseText(text: string, column: ColumnInfo): Comparand | null {
  switch (column.type) {
    case 'string':
    case 'text':
    case 'enum':
      return text;
    case 'integer':
      return formats.parseInteger(text);
    case 'bigint':
      return formats.parseBigint(text);
    case 'float':
    case 'decimal':
      return formats.parseNumber(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : null;
    case 'date':
      return formats.parseDate(text);
    case 'time':
      return formats.parseTime(text);
    case 'datetime':
      return formats.parseDatetime(text);
    case 'uuid':
      return formats.parseUuid(text);
    case 'color':
      return formats.parseColor(text);
    case 'json':
      return parseJson(text);
  }
}

function parseJson(text: string): Comparand | null {
  if (jsonExcess(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainJson(value) ? (value as Comparand) : null;
  } catch {
    return null;
  }
}

/** Whether a parameter's text means a missing value. */
export const isNullText = (text: string, column: ColumnInfo): boolean =>
  column.type === 'json' ? text === '' || text.trim() === 'null' : text === '' && !isText(column);
