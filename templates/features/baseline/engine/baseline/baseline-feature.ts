import type { ScopedDataSource } from '../database/scoped-data-source.js';
import type { Feature } from '../service/project.js';
import { holdsInPostgres, holdsInSqlite } from './declared-types.js';

/** Knows the types of columns by all their names: tables of a baseline were declared by others. */
export const baseline: Feature = {
  name: 'baseline',
  database(opened) {
    const source = opened.dataSource as ScopedDataSource;
    const { dialect } = source;
    const holds = dialect.name === 'sqlite' ? holdsInSqlite : holdsInPostgres;
    source.dialect = { ...dialect, catalog: { ...dialect.catalog, holds } };
    return opened;
  },
};
