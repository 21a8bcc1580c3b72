import { statementOf, type Dialect, type Session } from '../database/dialect.js';
import { quote, quoteTable } from '../database/steps/step.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import { periodOf } from './period.js';

/** The ranges of PostgreSQL. */
const RANGES: Readonly<Record<string, string>> = {
  date: 'daterange',
  datetime: 'tstzrange',
  integer: 'int8range',
  decimal: 'numrange',
};

/** The period of a row as a range, by the beginning and the end in SQL. */
export const rangeOf = ({ type }: Pick<ColumnInfo, 'type'>, start: string, end: string): string =>
  `${RANGES[type]}(${start}, ${end})`;

/** The name of the constraint of a model. */
export const constraintName = ({ table }: Pick<ModelInfo, 'table'>): string =>
  `${table}_no_overlap`;

const FOUND = `SELECT 1 FROM pg_constraint WHERE contype = 'x' AND conrelid = to_regclass($1) AND conname = $2`;

/** What is said of each model whose periods PostgreSQL does not watch over, with the statement that mends it. */
export async function missingConstraints(
  models: readonly ModelInfo[],
  session: Session,
  { name }: Pick<Dialect, 'name'>,
): Promise<readonly string[]> {
  if (name !== 'postgres') return [];
  const missing: string[] = [];
  for (const model of models) {
    const sql = constraintOf(model);
    if (sql === null) continue;
    const given = [quoteTable(model.table), constraintName(model)];
    if ((await session.rows(statementOf(FOUND), given)).length === 0)
      missing.push(
        `\`${model.table}\` has no exclusion constraint \`${constraintName(model)}\`: requests at one moment may store periods that overlap; make it with: ${sql}`,
      );
  }
  return missing;
}

/** The statement that makes the constraint of a model, as its migration does; null for a model without periods. */
function constraintOf(model: ModelInfo): string | null {
  const period = periodOf(model);
  if (period === null) return null;
  const of = ({ column }: ColumnInfo): string => quote(column);
  const deleted = model.columns.find(({ role }) => role === 'deleted');
  const range = rangeOf(period.start, of(period.start), of(period.end));
  const parts = [...period.by.map((column) => `${of(column)} WITH =`), `${range} WITH &&`];
  const where = deleted ? ` WHERE (${of(deleted)} IS NULL)` : '';
  return `ALTER TABLE ${quoteTable(model.table)} ADD CONSTRAINT ${quote(constraintName(model))} EXCLUDE USING gist (${parts.join(', ')})${where}`;
}
