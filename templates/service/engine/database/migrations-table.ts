import type { DataSource } from 'typeorm';

/** The table of applied migrations, unless a feature names another one. */
export const MIGRATIONS_TABLE = 'migrations';

/** The table in which a database keeps the names of its applied migrations. */
export const migrationsTableOf = ({ options }: Pick<DataSource, 'options'>): string =>
  options.migrationsTableName ?? MIGRATIONS_TABLE;
