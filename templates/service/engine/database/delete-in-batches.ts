import type { Database } from './database.js';
import { statementOf } from './dialect.js';

/** Rows per delete statement, so that nobody is blocked for long. */
const BATCH = 1000;

/** Rows of a table whose datetime in a column is before a moment, and that meet a further condition. */
export interface OldRows {
  readonly table: string;
  readonly column: string;
  readonly before: Date;
  readonly condition?: string;
}

/** Removes rows of a table, past the rules and hooks of its model. */
export async function deleteInBatches(
  database: Pick<Database, 'dialect' | 'write'>,
  { table, column, before, condition = '1 = 1' }: OldRows,
): Promise<void> {
  const { dialect } = database;
  const moment = dialect.encode(before.toISOString(), { type: 'datetime', transformer: null });
  const where = `${dialect.quote(column)} < ${dialect.placeholder(1)} AND ${condition}`;
  const found = `SELECT id FROM ${dialect.quote(table)} WHERE ${where} LIMIT ${BATCH}`;
  const statement = statementOf(`DELETE FROM ${dialect.quote(table)} WHERE id IN (${found})`);
  const options = { shared: false, single: true, name: `the cleaning of ${table}` };
  const removed = () => database.write((session) => session.run(statement, [moment]), options);
  while ((await removed()) === BATCH);
}
