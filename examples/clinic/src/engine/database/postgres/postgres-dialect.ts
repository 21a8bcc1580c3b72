import type { Dialect } from '../dialect.js';
import { quote } from '../steps/names.js';
import { catalog, COLUMN_TYPES } from './column-sql.js';
import { compileStep } from './compile-step.js';
import { cast, compare, contains, inList, isJsonNull, orderBy, startsWith } from './conditions.js';
import { insertRows, insertTogether, reserveIds } from './insert-rows.js';
import { asText, decode, encode, encodeList } from './values.js';
import { violation } from './violation.js';

/** PostgreSQL in words that the engine uses; `fold` is what of the server's collations lowers all of Unicode. */
export const createPostgresDialect = (fold: (text: string) => string): Dialect => ({
  name: 'postgres',
  quote,
  placeholder: (index) => `$${index}`,
  cast,
  compare,
  isJsonNull,
  inList,
  startsWith,
  contains: (text, value, needle) => contains(fold, text, value, needle),
  asText,
  orderBy,
  page: (size, start) => ` LIMIT ${size} OFFSET ${start}`,
  lockRows: ' FOR UPDATE',
  keepRows: ' FOR KEY SHARE',
  lockText: (text) => `SELECT pg_advisory_xact_lock(hashtextextended(${text}, 0))`,
  encode,
  decode,
  encodeList,
  json: () => null,
  jsonObject: () => null,
  reserveIds,
  insertRows,
  insertTogether,
  arrangeSteps: (steps) => steps,
  catalog,
  liveObjects: null,
  compileStep,
  // Since version 16.
  fits: (text, type) => `pg_input_is_valid(${text}, '${COLUMN_TYPES[type]}')`,
  violation,
});
