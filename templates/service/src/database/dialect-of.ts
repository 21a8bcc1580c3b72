import type { DataSource } from 'typeorm';
import type { Dialect } from './dialect.js';
import { sqliteDialect } from './sqlite/sqlite-dialect.js';

/** The dialect of a connection. */
export function dialectOf(source: DataSource): Dialect {
  if (source.options.type === 'postgres') throw new Error('PostgreSQL comes with the next change');
  return sqliteDialect;
}
