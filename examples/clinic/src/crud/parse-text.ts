import * as formats from './formats.js';
import type { ColumnInfo } from './model-info.js';
import type { Scalar } from './where.js';

/** A query parameter's text as a value of the column; null for one that the column's type cannot hold. */
export function parseText(text: string, column: ColumnInfo): Scalar | null {
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
      return null;
  }
}

/** Columns whose values are text of their own, where an empty parameter is an empty text and not null. */
export const isText = (column: ColumnInfo): boolean =>
  column.type === 'string' || column.type === 'text' || column.type === 'enum';
