import { type Change, type Conflict, isRemoval, type Plan, type Refused } from './plan.js';

/** How to resolve a conflict: the developer's side, crudgen's side, or both between conflict markers. */
export type Choice = 'mine' | 'theirs' | 'mark';

/** The choices, in display order. */
export const CHOICES: readonly Choice[] = ['mine', 'theirs', 'mark'];

const SIDES = { mine: 'keepMine', theirs: 'takeTheirs', mark: 'marked' } as const;

/** Resolves the conflicting files for which there is a choice, and updates their base. */
export function settleFiles(plan: Plan, sideOf: (conflict: Conflict) => Choice | null): Plan {
  const files = new Map(plan.conflicts.map((one) => [one.path, { one, side: sideOf(one) }]));
  const isOpen = ({ path }: Conflict) => files.get(path)?.side === null;
  const merged = [...files.values()].flatMap(({ one, side }): Change[] => {
    if (side === null) return [];
    const { path, mine, from, isNew } = one;
    const next = one[SIDES[side]];
    if (isNew) return [{ kind: 'create', path, next }];
    if (from !== undefined) return [{ kind: 'move', path, from, mine, next, edited: true }];
    return next === mine ? [] : [{ kind: 'merge', path, mine, next }];
  });
  const closed = plan.conflicts.filter((one) => !isOpen(one));
  const settled = closed.map(({ settles }) => [settles.path, settles.text] as const);
  const isMarked = [...files.values()].some(({ side }) => side === 'mark');
  const waits = (path: string) => isMarked && plan.completes.has(path);
  return {
    ...plan,
    changes: [...plan.changes, ...merged]
      .filter(({ path }) => !waits(path))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    conflicts: plan.conflicts.filter(isOpen),
    base: new Map([...plan.base, ...settled].filter(([path]) => !waits(path))),
  };
}

/** Resolves removals for which there is a choice: of crudgen's side the file goes, of the developer's it stays. */
export function settleRemovals(plan: Plan, sideOf: (path: string) => Choice | null): Plan {
  const isSettled = (one: Refused) =>
    isRemoval(one) && /^(?:mine|theirs)$/.test(sideOf(one.path) ?? '');
  const settled = plan.refused.filter(isSettled);
  const deleted = settled.filter(({ path }) => sideOf(path) === 'theirs');
  const copies = settled.flatMap(({ key }) => (key === undefined ? [] : [[key, null] as const]));
  return {
    ...plan,
    refused: plan.refused.filter((one) => !isSettled(one)),
    changes: [
      ...plan.changes,
      ...deleted.map(({ path, mine }): Change => ({ kind: 'delete', path, mine })),
    ].sort((a, b) => (a.path < b.path ? -1 : 1)),
    base: new Map([...plan.base, ...copies]),
  };
}
