import { jsonExcess } from '../http/read-json.js';
import { isPlainJson } from '../fields/check-value.js';
import * as formats from '../fields/formats.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { Comparand } from '../model/where.js';

/** A query parameter's text as a value of the column, or null: its type cannot hold it, or it is JSON's own null. */
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

/** Whether a parameter's text stands for a value that is not there. */
export const isNullText = (text: string, column: ColumnInfo): boolean =>
  column.type === 'json' ? text === '' || text.trim() === 'null' : text === '' && !isText(column);

/** Columns whose values are text of their own, where an empty parameter is an empty text and not null. */
export const isText = (column: ColumnInfo): boolean =>
  column.type === 'string' || column.type === 'text' || column.type === 'enum';

/** An id as a path has it: a positive integer that JavaScript holds exactly; null for anything else. */
export function parseId(text: string): number | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : null;
}
