import type { Dialect } from '../dialect.js';
import type { SchemaDialect } from '../schema-dialect.js';
import { bulkDialect } from './bulk-dialect.js';
import { COLUMN_TYPES, catalog, compileStep, convertSql, isColor } from './compile-step.js';
import { outage, violation } from './errors.js';
import { quoteText } from '../steps/step.js';
import { queryDialect } from './query-dialect.js';
import type { Fold } from './trigrams.js';

/** The PostgreSQL dialect of one server. */
export interface PostgresDialect extends Dialect {
  /** The server's way to lower-case all of Unicode. */
  readonly fold: Fold;
}

/** The PostgreSQL dialect of a server with this way to lower-case all of Unicode. */
export const createPostgresDialect = (fold: Fold): PostgresDialect => ({
  fold,
  name: 'postgres',
  ...queryDialect(fold),
  ...bulkDialect,
  ...schemaDialect(fold),
  violation,
  outage,
});

const schemaDialect = (fold: Fold): SchemaDialect => ({
  arrangeSteps: (steps) => steps,
  catalog,
  liveObjects: null,
  compileStep: (step, before) => compileStep(step, before, fold),
  // Since version 16.
  fits: (text, { type, postgres }) =>
    type === 'color'
      ? isColor(text)
      : `pg_input_is_valid(${text}, ${quoteText(type === 'sql' ? postgres! : COLUMN_TYPES[type])})`,
  converted: convertSql,
});
