import type { ModelInfo } from '../model/model-info.js';
import type { HttpProblem } from '../problem/problem.js';
import { related, type Core, type Guard, type GuardedRow, type Work } from '../records/scope.js';
import { hasLines, isEmpty } from '../records/writing/draft.js';
import { isFrozen, ruleOf, type FrozenRule } from './condition.js';
import { frozenProblem } from './frozen-problem.js';
import { frozenAbove, parentsNamed } from './frozen-parents.js';

/** Refuses changes of frozen records of a model, and of lines of frozen records; none for a model that has neither. */
export function frozenGuards(model: ModelInfo, core: Core): readonly Guard[] {
  const own = ruleOf(model);
  const isBelow = hasRuleAbove(model, core);
  return [...(own ? [guardOf(own)] : []), ...(isBelow ? [guardOfLines(model)] : [])];
}

/** Whether records of the model are lines of records that may be frozen, on any level. */
function hasRuleAbove({ lineParent }: ModelInfo, core: Core): boolean {
  if (!lineParent) return false;
  const parent = core.model(lineParent.model);
  return ruleOf(parent) !== null || hasRuleAbove(parent, core);
}

/** The record itself: what makes it frozen passes, as it was not before. */
const guardOf = (rule: FrozenRule): Guard => ({
  concerns: ({ id, draft }) => id !== null && (!isEmpty(draft) || hasLines(draft)),
  guardsDeletion: true,
  async refusals(rows, work) {
    const refused: (HttpProblem | null)[] = [];
    for (const row of rows) {
      const isClosed = row.before !== null && isFrozen(row.before, rule);
      const isRefused = isClosed && !isExempt(row, rule, work);
      refused.push(isRefused ? await frozenProblem(rule, row.id!, work) : null);
    }
    return refused;
  },
});

/** Its lines: a line that moves belongs to two records. */
const guardOfLines = (model: ModelInfo): Guard => ({
  concerns: ({ id, draft }) => id === null || !isEmpty(draft) || hasLines(draft),
  guardsDeletion: true,
  async refusals(rows, work) {
    if (work.access.unbound) return rows.map(() => null);
    const named = rows.map((row) => parentsNamed(row, work));
    const above = await frozenAbove([...new Set(named.flat())], { ...work, model });
    const refused: (HttpProblem | null)[] = [];
    for (const [at, row] of rows.entries()) {
      const frozen = named[at]!.flatMap((id) => above.get(id) ?? []);
      const closed = frozen.find(({ rule }) => !isExempt(row, rule, work));
      refused.push(closed ? await frozenProblem(closed.rule, closed.id, work) : null);
    }
    return refused;
  },
});

/** Whether whoever writes the row does so by a role that is excepted. */
function isExempt({ id, draft }: GuardedRow, { except }: FrozenRule, work: Work): boolean {
  if (work.access.unbound) return true;
  const action = draft === null ? 'delete' : id === null ? 'create' : 'edit';
  const roles = related(work.model, action, work)?.grant.roles ?? [];
  return except.some((role) => roles.includes(role));
}
