import type { Change, Conflict, Plan } from '../plan/plan.js';
import type { Tree } from '../tree.js';
import type { Moves } from './relocate.js';

/** The trees that a plan was made of after a refactoring, and those on disk before it. */
export interface Landing {
  /** Path on disk -> path after the refactoring. */
  readonly paths: Moves;
  readonly mine: { readonly disk: Tree; readonly refactored: Tree };
  readonly base: { readonly disk: Tree; readonly refactored: Tree };
}

/** A plan over refactored files as a plan over those on disk: what has another path is moved with its change. */
export function landPlan(plan: Plan, { paths, mine, base }: Landing): Plan {
  const origins = new Map([...paths].map(([from, to]) => [to, from]));
  const place = (path: string): string => origins.get(path) ?? path;
  const onDisk = (path: string): string => mine.disk.get(place(path)) ?? '';
  const written = (path: string, next: string): Change => {
    const [from, own] = [place(path), onDisk(path)];
    if (from !== path) return { kind: 'move', path, from, mine: own, next };
    return { kind: base.disk.get(path) === own ? 'update' : 'merge', path, mine: own, next };
  };
  const changes = plan.changes.map((change): Change => {
    if (change.kind === 'create') return change;
    const { path } = change;
    if (change.kind === 'delete') return { kind: 'delete', path: place(path), mine: onDisk(path) };
    const same = place(path) === path && onDisk(path) === change.mine;
    return same ? change : written(path, change.next);
  });
  const conflicts = plan.conflicts.map((one): Conflict => {
    const from = place(one.path);
    return { ...one, mine: onDisk(one.path), ...(from === one.path ? {} : { from }) };
  });
  const touched = new Set([...plan.changes, ...conflicts, ...plan.refused].map(({ path }) => path));
  const others = [...mine.refactored]
    .filter(([path, text]) => !touched.has(path) && (place(path) !== path || onDisk(path) !== text))
    .map(([path, text]) => written(path, text));
  return {
    ...plan,
    conflicts,
    changes: [...changes, ...others].sort((a, b) => (a.path < b.path ? -1 : 1)),
    base: new Map([...movedCopies(base), ...plan.base]),
  };
}

/** What the copies on disk become by the refactoring alone. */
function movedCopies({ disk, refactored }: Landing['base']): [string, string | null][] {
  const gone = [...disk.keys()].filter((path) => !refactored.has(path));
  const changed = [...refactored].filter(([path, text]) => disk.get(path) !== text);
  return [...gone.map((path): [string, null] => [path, null]), ...changed];
}
