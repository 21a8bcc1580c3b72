import type { ScopedDataSource } from '../database/scoped-data-source.js';
import type { Feature } from '../service/project.js';
import { holdsInPostgres, holdsInSqlite } from './declared-types.js';
import { withForeignMoments } from './foreign-moments.js';

/** Knows columns that others declared, by all names of their types, and moments that others stored. */
export const baseline: Feature = {
  name: 'baseline',
  database(opened) {
    const source = opened.dataSource as ScopedDataSource;
    const { dialect } = source;
    const holds = dialect.name === 'sqlite' ? holdsInSqlite : holdsInPostgres;
    const catalog = { ...dialect.catalog, holds };
    source.dialect = withForeignMoments({ ...dialect, catalog });
    return opened;
  },
};
