import { checkValue } from '../../fields/check-value.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { Values } from '../../model/hooks.js';
import type { Increment } from '../../model/increment.js';
import { invalid, type FieldProblem } from '../../problem/problem.js';
import { hasIncrements } from './draft.js';
import { decodeRow, selectColumns } from '../reading/select-columns.js';
import type { Rows, Write } from '../scope.js';

/** A write of the sums in place of what is to be added; the caller has locked the row. */
export async function withSums(id: RecordId, write: Write): Promise<Write> {
  const { draft, model } = write;
  if (!hasIncrements(draft)) return write;
  const columns = model.columns.filter(({ name }) => draft.increments?.has(name));
  const current = await readColumns(columns, id, write);
  const sums: Values = {};
  const problems: FieldProblem[] = [];
  for (const column of columns) {
    const { name } = column;
    const outcome = checkValue(sum(current[name], draft.increments!.get(name)!, column), column);
    if ('value' in outcome) sums[name] = outcome.value;
    else problems.push({ field: name, ...outcome });
  }
  const [first, ...rest] = problems;
  if (first) throw invalid([first, ...rest]);
  const added = { ...draft, columns: { ...draft.columns, ...sums }, increments: undefined };
  return { ...write, draft: added };
}

function sum(current: unknown, { by }: Increment, { type, scale }: ColumnInfo): unknown {
  if (type === 'bigint') return String(BigInt((current as string | null) ?? 0) + BigInt(by));
  const total = Number(current ?? 0) + Number(by);
  // Binary fractions: .1 + .2 has 17 places.
  return type === 'decimal' ? Number(total.toFixed(scale ?? 0)) : total;
}

async function readColumns(
  columns: readonly ColumnInfo[],
  id: RecordId,
  { core, model, session }: Rows,
): Promise<Values> {
  const { dialect, statements } = core;
  const names = columns.map(({ name }) => name).join();
  const statement = statements.byKey(`increments ${model.name} ${names}`, () => {
    const from = `${selectColumns(columns, model, dialect)} FROM ${dialect.quote(model.table)}`;
    return `SELECT ${from} WHERE ${model.rowKey.is(dialect.placeholder(1), dialect)}`;
  });
  const [row] = await session.rows(statement, [dialect.encode(id, model.key)]);
  return decodeRow(row!, columns, dialect);
}
