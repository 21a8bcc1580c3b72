import type { EntityMetadata } from 'typeorm';
import type { Database } from '../database/database.js';
import type { Catalog } from '../database/schema-dialect.js';

/** The columns of views that the database lacks, a sentence each. What else a view has is its own. */
export async function drift({ dataSource, dialect }: Database): Promise<readonly string[]> {
  const views = dataSource.entityMetadatas.filter(({ tableType }) => tableType === 'view');
  const rows: { relation: string; column: string }[] = await dataSource.query(
    columnsIn(dialect.catalog),
  );
  return views.flatMap((view) =>
    missingIn(
      view,
      rows.filter(({ relation }) => relation === view.tableName).map(({ column }) => column),
    ),
  );
}

function missingIn({ tableName, columns }: EntityMetadata, found: readonly string[]): string[] {
  if (found.length === 0) return [`view \`${tableName}\` is missing`];
  return columns
    .filter(({ databaseName }) => !found.includes(databaseName))
    .map(({ databaseName }) => `column \`${tableName}.${databaseName}\` is missing`);
}

/** The columns of all that rows can be read from, materialized views and tables of other programs among it. */
const columnsIn = ({ relations }: Catalog): string =>
  relations === undefined
    ? `
    SELECT m.name AS relation, c.name AS "column" FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type IN ('table', 'view')`
    : `
    SELECT ${relations.name('c')} AS relation, a.attname AS "column" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE ${relations.found} AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0
      AND NOT a.attisdropped`;
