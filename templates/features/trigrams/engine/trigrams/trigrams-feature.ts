import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Dialect } from '../database/dialect.js';
import type { TrigramSearch } from '../database/query-dialect.js';
import type { ScopedDataSource } from '../database/scoped-data-source.js';
import type { PostgresDialect } from '../database/postgres/postgres-dialect.js';
import type { Feature } from '../service/project.js';
import { postgresTrigrams } from './postgres-trigrams.js';
import { sqliteTrigrams } from './sqlite-trigrams.js';
import { TrigramSamples, type StatisticsSource } from './trigram-samples.js';

/** Has `contains` find rows by trigram indexes; their migrations need nothing of it. */
export const trigrams: Feature = {
  name: 'trigrams',
  database(opened) {
    const source = opened.dataSource as ScopedDataSource;
    source.dialect = withTrigrams(source.dialect, searchOf(source));
    return opened;
  },
};

function searchOf({ dialect, driver }: ScopedDataSource): TrigramSearch {
  if (dialect.name === 'sqlite') return sqliteTrigrams;
  const samples = new TrigramSamples((driver as PostgresDriver).master as StatisticsSource);
  const { fold, catalog } = dialect as PostgresDialect;
  return postgresTrigrams(fold, samples, catalog.relations!);
}

/** Where an index finds the rows, reading them is most of the work: with their total they are read once. */
const withTrigrams = (dialect: Dialect, search: TrigramSearch): Dialect => ({
  ...dialect,
  trigrams: search,
  total: (condition) => (search.finds(condition) ? 'once' : dialect.total(condition)),
});
