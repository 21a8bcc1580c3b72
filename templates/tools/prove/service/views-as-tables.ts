import type { Database } from '../../../service/engine/database/database.js';
import type { TableSchema } from '../../../service/engine/database/steps/schema.js';
import type { OwnTools } from '../../own-code.js';
import { ROW_COLUMN } from './keyless-rows.js';

/**
 * Puts an empty table in the place of each view that a model reads, as worlds cannot be put into a view. What a view makes its rows
 * of is no question of access.
 */
export async function viewsAsTables(
  { dataSource, dialect }: Database,
  tools: OwnTools,
): Promise<void> {
  const models = dataSource.entityMetadatas.filter(({ tableType }) => tableType === 'view');
  if (models.length === 0) return;
  const found: { name: string; kind: string }[] = await dataSource.query(viewsIn(dialect));
  const views = found.filter(({ name }) => models.some(({ tableName }) => tableName === name));
  // One view may read another.
  const dropped = dialect.name === 'postgres' ? ' CASCADE' : '';
  for (const { name, kind } of views)
    await dataSource.query(`DROP ${kind} IF EXISTS ${dialect.quote(name)}${dropped}`);
  for (const model of models.filter(({ tableName }) =>
    views.some(({ name }) => name === tableName),
  )) {
    const { columns, primaryKey } = keyed(tools.entitySchema(model));
    const step = { do: 'createTable', table: model.tableName, columns, primaryKey } as const;
    for (const sql of dialect.compileStep(step, { tables: {} }, [])) await dataSource.query(sql);
  }
}

/** A table with a key: its rows are those of a world, which names each. */
const keyed = ({
  columns,
  primaryKey,
}: TableSchema): Pick<TableSchema, 'columns' | 'primaryKey'> =>
  primaryKey.length > 0
    ? { columns, primaryKey }
    : { columns: { [ROW_COLUMN]: { type: 'id' }, ...columns }, primaryKey: [ROW_COLUMN] };

const viewsIn = ({ catalog: { relations } }: Database['dialect']): string =>
  relations === undefined
    ? `SELECT name, 'VIEW' AS kind FROM sqlite_master WHERE type = 'view'`
    : `
    SELECT ${relations.name('c')} AS name, CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'MATERIALIZED VIEW' END AS kind
    FROM pg_class c WHERE relkind IN ('v', 'm') AND ${relations.found}`;
