import type { Dialect } from '../dialect.js';
import type { SchemaDialect } from '../schema-dialect.js';
import { bulkDialect } from './bulk-dialect.js';
import { catalog, compileStep, convertSql } from './compile-step.js';
import { outage, violation } from './errors.js';
import { inlineForeignKeys } from './inline-foreign-keys.js';
import { queryDialect } from './query-dialect.js';

const schemaDialect: SchemaDialect = {
  arrangeSteps: inlineForeignKeys,
  catalog,
  liveObjects: () =>
    'SELECT type, name, tbl_name AS "table", sql FROM sqlite_master ORDER BY rowid',
  compileStep,
  fits: (text, { type }) => `text_fits(${text}, '${type}')`,
  converted: convertSql,
};

/** The SQLite dialect. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  ...queryDialect,
  ...bulkDialect,
  ...schemaDialect,
  violation,
  outage,
};
