import { statementOf } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import { invalid, type HttpProblem } from '../problem/problem.js';
import type { Guard, GuardedRow, Work } from '../records/scope.js';
import { constraintName } from './missing-constraints.js';
import { overlapProblem } from './overlap-problem.js';
import { periodOf, type Period } from './period.js';

/** The period that a row is to have. */
interface Coming {
  readonly id: RecordId | null;
  readonly start: unknown;
  readonly end: unknown;
  /** In the order of `Period.by`. */
  readonly by: readonly unknown[];
}

/** Refuses writes of a model whose periods would overlap; null for a model without periods. */
export function overlapGuard(model: ModelInfo): Guard | null {
  const period = periodOf(model);
  if (period === null) return null;
  const names = [period.start, period.end, ...period.by].map(({ name }) => name);
  return {
    concerns: ({ id, draft }) => id === null || names.some((name) => name in draft.columns),
    refusals: (rows, work) => refusalsOf(rows, period, work),
    answer: (violation, allowed) =>
      violation.kind === 'exclusion' && violation.constraint === constraintName(model)
        ? overlapProblem(period, allowed, null)
        : null,
  };
}

async function refusalsOf(
  rows: readonly GuardedRow[],
  period: Period,
  work: Work,
): Promise<readonly (HttpProblem | null)[]> {
  const coming = rows.map((row) => comingOf(row, period));
  const ids = coming.flatMap(({ id }) => id ?? []);
  const refused: (HttpProblem | null)[] = [];
  for (const [at, one] of coming.entries()) {
    const reversed = reversedProblem(one, period);
    // Of two new rows of a request that overlap, the second one is refused.
    const isTwice = coming.slice(0, at).some((other) => overlap(one, other));
    if (reversed) refused.push(reversed);
    else if (isTwice) refused.push(await overlapProblem(period, work, null));
    else {
      const other = await otherRow(one, ids, period, work);
      refused.push(other === null ? null : await overlapProblem(period, work, other));
    }
  }
  return refused;
}

function comingOf({ id, before, draft }: GuardedRow, { start, end, by }: Period): Coming {
  const valueOf = ({ name }: ColumnInfo): unknown => {
    const value = draft && name in draft.columns ? draft.columns[name] : before?.[name];
    return value instanceof Date ? value.toISOString() : (value ?? null);
  };
  return { id, start: valueOf(start), end: valueOf(end), by: by.map(valueOf) };
}

/** Whether a value comes before another; a missing end is after all. */
const isBefore = (one: unknown, other: unknown): boolean =>
  other === null || (one as number | string) < (other as number | string);

/** Whether two periods of a request have a moment in common. */
const overlap = (one: Coming, other: Coming): boolean =>
  one.by.every((value, at) => value !== null && String(value) === String(other.by[at])) &&
  isBefore(one.start, other.end) &&
  isBefore(other.start, one.end);

function reversedProblem({ start, end }: Coming, period: Period): HttpProblem | null {
  if (isBefore(start, end)) return null;
  const message = `${period.end.name} must be after ${period.start.name}.`;
  return invalid([{ field: period.end.name, code: 'period', message }]);
}

/** A stored row with which a period would overlap, apart from the rows of these ids; null without one. */
async function otherRow(
  { start, end, by }: Coming,
  ids: readonly RecordId[],
  period: Period,
  { core: { dialect }, model, session }: Work,
): Promise<RecordId | null> {
  if (by.includes(null)) return null;
  const { quote } = dialect;
  const bound: unknown[] = [];
  const bind = (value: unknown, column: ColumnInfo): string => {
    bound.push(dialect.encode(value, column));
    return dialect.placeholder(bound.length);
  };
  const of = ({ column }: ColumnInfo): string => quote(column);
  const deleted = model.columns.find(({ role }) => role === 'deleted');
  const conditions = [
    ...period.by.map((column, at) => `${of(column)} = ${bind(by[at], column)}`),
    `(${of(period.end)} IS NULL OR ${of(period.end)} > ${bind(start, period.start)})`,
    ...(end === null ? [] : [`${of(period.start)} < ${bind(end, period.end)}`]),
    ...(deleted ? [`${of(deleted)} IS NULL`] : []),
  ];
  if (ids.length > 0) {
    bound.push(dialect.encodeList(ids, model.key));
    conditions.push(`NOT (${model.rowKey.among(dialect.placeholder(bound.length), dialect)})`);
  }
  const sql = `SELECT ${model.rowKey.id(dialect)} FROM ${quote(model.table)} WHERE ${conditions.join(' AND ')} LIMIT 1`;
  const [[found] = []] = await session.rows(statementOf(sql), bound);
  return found === undefined ? null : (dialect.decode(found, model.key) as RecordId);
}
