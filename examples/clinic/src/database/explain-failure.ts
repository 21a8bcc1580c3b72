import type { Database } from './database.js';
import { quote, quoteText } from './quote.js';
import type { Step } from './steps/step.js';
import { StepFailed, type RowsRefused } from './steps/step-failed.js';

type Row = Readonly<Record<string, unknown>>;
type Ask = (sql: string) => Promise<Row[]>;

/** Why a migration did not run, in lines for who has to mend the rows: how many stand in the way, and which. */
export async function explainFailure(
  database: Database,
  failure: RowsRefused,
): Promise<readonly string[]> {
  const ask: Ask = (sql) => database.dataSource.query(sql);
  // Rows are as before the migration: where it made the column itself, nothing can be said of them.
  const found = failure instanceof StepFailed ? await rowsAgainst(failure.step, ask) : null;
  return [
    failure.message,
    ...(found === null ? [] : [found]),
    'Nothing was changed. Mend the rows, or the migration, and start again.',
  ];
}

async function rowsAgainst(step: Step, ask: Ask): Promise<string | null> {
  try {
    if (step.do === 'addUnique') return await duplicates(step.table, step.columns, ask);
    if (step.do === 'addForeignKey') return await orphans(step.table, step.key, ask);
    if (step.do === 'changeColumn' && step.spec.nullable !== true)
      return await missing(step.table, step.column, ask);
    return null;
  } catch {
    return null;
  }
}

async function duplicates(
  table: string,
  columns: readonly string[],
  ask: Ask,
): Promise<string | null> {
  const names = columns.map(quote).join(', ');
  const given = columns.map((column) => `${quote(column)} IS NOT NULL`).join(' AND ');
  const groups = `SELECT ${names}, count(*) AS times FROM ${quote(table)} WHERE ${given} GROUP BY ${names} HAVING count(*) > 1`;
  const [total] = await ask(`SELECT count(*) AS n FROM (${groups}) AS found`);
  const [first] = await ask(`${groups} ORDER BY times DESC LIMIT 1`);
  if (!total || !first) return null;
  const example = columns.map((column) => String(first[column])).join(', ');
  const many = Number(total['n']) === 1 ? '1 value stands' : `${String(total['n'])} values stand`;
  return `${many} in more than one row, such as ${quoteText(example)} in ${String(first['times'])}`;
}

async function orphans(
  table: string,
  key: { readonly column: string; readonly table: string },
  ask: Ask,
): Promise<string | null> {
  const from = `FROM ${quote(table)} AS t WHERE t.${quote(key.column)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${quote(key.table)} AS o WHERE o.id = t.${quote(key.column)})`;
  const [found] = await ask(`SELECT count(*) AS n, min(t.${quote(key.column)}) AS one ${from}`);
  if (!found || Number(found['n']) === 0) return null;
  return `rows with a ${key.column} that no row of ${key.table} has: ${String(found['n'])}, such as ${String(found['one'])}`;
}

async function missing(table: string, column: string, ask: Ask): Promise<string | null> {
  const [found] = await ask(
    `SELECT count(*) AS n FROM ${quote(table)} WHERE ${quote(column)} IS NULL`,
  );
  if (!found || Number(found['n']) === 0) return null;
  return `rows without a ${column}: ${String(found['n'])}; a { backfill: ... } says what they get`;
}
