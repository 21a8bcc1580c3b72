import { answerTo, factsOf } from './conflict-kinds.js';
import type { Choice, Conflict, Plan } from './plan.js';

/** Settles the conflicts with an answer: changes their files, and updates the kept copies. */
export function settleConflicts(plan: Plan, choiceOf: (path: string) => Choice | null): Plan {
  const given = (one: Conflict) => answerTo(one, choiceOf(one.path));
  const isOpen = (one: Conflict) => given(one) === undefined;
  const settled = [...plan.conflicts, ...plan.refused].filter((one) => !isOpen(one));
  const changes = new Map(settled.map((one) => [one.path, given(one)!.change(one)]));
  const copies = settled.map((one) => factsOf(one).copy(one)).filter((copy) => copy !== null);
  const isMarked = plan.conflicts.some(({ path }) => choiceOf(path) === 'mark');
  const waits = (path: string) => isMarked && plan.completes.has(path);
  return {
    ...plan,
    changes: [...plan.changes, ...[...changes.values()].filter((one) => one !== null)]
      .filter(({ path }) => !waits(path))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    conflicts: plan.conflicts.filter(isOpen),
    refused: plan.refused.filter(isOpen),
    base: new Map([...plan.base, ...copies].filter(([path]) => !waits(path))),
  };
}
