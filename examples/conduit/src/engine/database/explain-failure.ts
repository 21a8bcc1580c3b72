import type { Database } from './database.js';
import type { Dialect } from './dialect.js';
import { quote, type ColumnSpec, type Step } from './steps/step.js';
import { StepFailed, type RowsRefused } from './steps/step-migration.js';

type Row = Readonly<Record<string, unknown>>;
type Ask = (sql: string) => Promise<Row[]>;

/** How the failed migration was run. */
interface Failing {
  /** On its own, outside a transaction. */
  readonly apart: boolean;
  /** Names of the migrations committed before it in the same start. */
  readonly applied: readonly string[];
}

/**
 * Why migrations failed, as lines for whoever has to fix the rows: how many conflict, which ones, and what remains. Rows are
 * identified by their ids: their contents do not belong in a log.
 */
export async function explainFailure(
  database: Database,
  failure: RowsRefused,
  way: Failing,
): Promise<readonly string[]> {
  const ask: Ask = (sql) => database.dataSource.query(sql);
  const step = failure instanceof StepFailed ? failure.step : null;
  // Rows are as before the migrations: nothing can be said about a column that these added themselves.
  const conflict = step === null ? null : await findConflict(step, ask, database.dialect);
  const advice = adviceFor(step, conflict);
  return [
    failure.message,
    ...(conflict === null ? [] : [conflict]),
    `${describeRemaining(way)} ${advice}`,
  ];
}

function adviceFor(step: Step | null, conflict: string | null): string {
  if (step?.do === 'createTable' && conflict !== null)
    return 'Name another database in DATABASE_URL, or another table, and start again.';
  if (step?.do === 'addTrigram')
    return 'On PostgreSQL it needs an extension: have somebody who may run `CREATE EXTENSION pg_trgm` in the database, and start again.';
  return 'Fix the rows, or the migration, and start again.';
}

function describeRemaining({ apart, applied }: Failing): string {
  const one = applied.length === 1;
  const stay =
    applied.length === 0
      ? ''
      : `${applied.join(' and ')} ${one ? 'was' : 'were'} applied before it, and ${one ? 'stays' : 'stay'}. `;
  if (apart) return `${stay}It runs outside a transaction: check what it has done.`;
  return stay === '' ? 'Nothing was changed.' : `${stay}Nothing else was changed.`;
}

async function findConflict(step: Step, ask: Ask, dialect: Dialect): Promise<string | null> {
  try {
    if (step.do === 'createTable') return await tableBefore(step.table, ask);
    if (step.do === 'addUnique') return await duplicates(step.table, step.columns, ask);
    if (step.do === 'addForeignKey') return await orphans(step.table, step.key, ask);
    if (step.do !== 'changeColumn') return null;
    const { table, column, spec, backfill } = step;
    const isRequired = spec.nullable !== true && backfill === undefined;
    const without = isRequired ? await missing(table, column, ask) : null;
    return without ?? (await unfit(table, column, spec.type, ask, dialect));
  } catch {
    return null;
  }
}

/** The migrations are rolled back: a table that still exists is not theirs. */
async function tableBefore(table: string, ask: Ask): Promise<string> {
  await ask(`SELECT 1 FROM ${quote(table)} WHERE 1 = 0`);
  return `the database had a table \`${table}\` before`;
}

async function duplicates(
  table: string,
  columns: readonly string[],
  ask: Ask,
): Promise<string | null> {
  const names = columns.map(quote).join(', ');
  const given = columns.map((column) => `${quote(column)} IS NOT NULL`).join(' AND ');
  const groups = `SELECT min(id) AS one, max(id) AS other FROM ${quote(table)} WHERE ${given} GROUP BY ${names} HAVING count(*) > 1`;
  const [total] = await ask(`SELECT count(*) AS n FROM (${groups}) AS found`);
  const [first] = await ask(`${groups} ORDER BY one LIMIT 1`);
  if (!total || !first) return null;
  const many = Number(total['n']) === 1 ? '1 value occurs' : `${String(total['n'])} values occur`;
  return `${many} in more than one row, such as those of ids ${String(first['one'])} and ${String(first['other'])}`;
}

async function unfit(
  table: string,
  column: string,
  type: ColumnSpec['type'],
  ask: Ask,
  dialect: Dialect,
): Promise<string | null> {
  const text = `CAST(${quote(column)} AS text)`;
  const [conflict] = await ask(
    `SELECT count(*) AS n, min(id) AS one FROM ${quote(table)} WHERE NOT ${dialect.fits(text, type)}`,
  );
  if (!conflict || Number(conflict['n']) === 0) return null;
  return `rows whose ${column} does not fit type ${type}: ${String(conflict['n'])}, such as that of id ${String(conflict['one'])}`;
}

async function orphans(
  table: string,
  key: { readonly column: string; readonly table: string },
  ask: Ask,
): Promise<string | null> {
  const from = `FROM ${quote(table)} AS t WHERE t.${quote(key.column)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${quote(key.table)} AS o WHERE o.id = t.${quote(key.column)})`;
  const [conflict] = await ask(`SELECT count(*) AS n, min(t.${quote(key.column)}) AS one ${from}`);
  if (!conflict || Number(conflict['n']) === 0) return null;
  return `rows with a ${key.column} that no row of ${key.table} has: ${String(conflict['n'])}, such as ${String(conflict['one'])}`;
}

async function missing(table: string, column: string, ask: Ask): Promise<string | null> {
  const [conflict] = await ask(
    `SELECT count(*) AS n FROM ${quote(table)} WHERE ${quote(column)} IS NULL`,
  );
  if (!conflict || Number(conflict['n']) === 0) return null;
  return `rows without a ${column}: ${String(conflict['n'])}; give them a value with { backfill: ... }`;
}
