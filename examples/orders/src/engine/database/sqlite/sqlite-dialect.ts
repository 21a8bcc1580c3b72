import type { Dialect } from '../dialect.js';
import { quote } from '../quote.js';
import { inlineForeignKeys } from '../steps/inline-foreign-keys.js';
import { catalog } from './catalog.js';
import { compileStep } from './compile-step.js';
import { compare, contains, inList, isJsonNull, orderBy, page, startsWith } from './conditions.js';
import { insertRows, insertTogether, reserveIds } from './insert-rows.js';
import { asText, json, jsonObject } from './json.js';
import { decode, encode, encodeList } from './values.js';
import { violation } from './violation.js';

/** SQLite in words that the engine uses. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  quote,
  placeholder: (index) => `?${index}`,
  cast: (expression) => expression,
  compare,
  isJsonNull,
  inList,
  startsWith,
  contains,
  asText,
  orderBy,
  page,
  lockRows: '',
  keepRows: '',
  lockText: () => null,
  encode,
  decode,
  encodeList,
  json,
  jsonObject,
  reserveIds,
  insertRows,
  insertTogether,
  arrangeSteps: inlineForeignKeys,
  catalog,
  liveObjects: 'SELECT type, name, tbl_name AS "table", sql FROM sqlite_master ORDER BY rowid',
  compileStep,
  fits: (text, type) => `text_fits(${text}, '${type}')`,
  violation,
};
