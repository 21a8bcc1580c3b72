import type { Change, Conflict, Plan } from './plan.js';

/** How to settle conflicts: the owner's side, crudgen's side, or both between git's markers. */
export type Choice = 'mine' | 'theirs' | 'mark';

const SIDES = { mine: 'keepMine', theirs: 'takeTheirs', mark: 'marked' } as const;

/** A plan without conflicts: each conflicting file is merged with the chosen side, and its base moves. */
export function settleConflicts(plan: Plan, choice: Choice): Plan {
  const files = new Map<string, Conflict>();
  for (const conflict of plan.conflicts) files.set(conflict.path, conflict);
  const merged = [...files.values()].flatMap((conflict): Change[] => {
    const next = conflict[SIDES[choice]];
    const { path, mine, from } = conflict;
    if (from !== undefined) return [{ kind: 'move', path, from, mine, next }];
    return next === mine ? [] : [{ kind: 'merge', path, mine, next }];
  });
  const base = plan.conflicts.map(({ settles }) => [settles.path, settles.text] as const);
  return {
    ...plan,
    changes: [...plan.changes, ...merged].sort((a, b) => (a.path < b.path ? -1 : 1)),
    conflicts: [],
    base: new Map([...plan.base, ...base]),
  };
}

/** Whether a plan would change anything at all. */
export function isEmptyPlan(plan: Plan): boolean {
  return plan.changes.length + plan.conflicts.length + plan.refused.length + plan.base.size === 0;
}
