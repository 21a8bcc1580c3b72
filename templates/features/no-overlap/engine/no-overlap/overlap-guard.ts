import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import { invalid, type HttpProblem } from '../problem/problem.js';
import type { Guard, GuardedRow, Work } from '../records/scope.js';
import { constraintName } from './missing-constraints.js';
import { overlappingRows, type Coming } from './overlapping-rows.js';
import { overlapProblem } from './overlap-problem.js';
import { periodOf, type Period } from './period.js';

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
  const request = new RequestPeriods();
  const refused = await Promise.all(
    coming.map((one) => {
      const reversed = reversedProblem(one, period);
      if (reversed || request.add(one)) return reversed;
      // The second of two overlapping rows of a request is refused.
      return overlapProblem(period, work, null);
    }),
  );
  const open = coming.filter((one, at) => !refused[at] && !one.by.includes(null));
  const ids = coming.flatMap(({ id }) => id ?? []);
  const others = await overlappingRows(open, ids, period, work);
  for (const [at, other] of others.entries())
    if (other !== null)
      refused[coming.indexOf(open[at]!)] = await overlapProblem(period, work, other);
  return refused;
}

/** The periods of a request, none of which overlap. */
class RequestPeriods {
  /** The coming rows of each group, in the order of their beginnings. */
  readonly #groups = new Map<string, Coming[]>();

  /** Adds a period; false where it overlaps with another one. */
  add(one: Coming): boolean {
    if (one.by.includes(null)) return true;
    const key = JSON.stringify(one.by.map(String));
    const group = this.#groups.get(key) ?? [];
    let [from, to] = [0, group.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isBefore(group[middle]!.start, one.end)) from = middle + 1;
      else to = middle;
    }
    // The last one that begins before its end: those before it are over when that one begins.
    const last = group[from - 1];
    if (last && isBefore(one.start, last.end)) return false;
    group.splice(from, 0, one);
    this.#groups.set(key, group);
    return true;
  }
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

function reversedProblem({ start, end }: Coming, period: Period): HttpProblem | null {
  if (isBefore(start, end)) return null;
  const message = `${period.end.name} must be after ${period.start.name}.`;
  return invalid([{ field: period.end.name, code: 'period', message }]);
}
