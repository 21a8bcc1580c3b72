import type { Change } from '../plan/plan.js';

type Move = Extract<Change, { readonly kind: 'move' }>;

/** Files that move from one folder to another, shown as one line. */
export interface MoveGroup {
  readonly count: number;
  readonly from: string;
  readonly to: string;
}

/** More moves than this are shown by folder. */
const MANY = 20;

/** Groups many moves by folder, except those of files that the developer has edited. */
export function groupMoves(changes: readonly Change[]): {
  readonly groups: readonly MoveGroup[];
  readonly others: readonly Change[];
} {
  const moves = changes.filter((one): one is Move => one.kind === 'move' && one.edited !== true);
  if (moves.length <= MANY) return { groups: [], others: changes };
  const byFolders = new Map<string, Move[]>();
  for (const move of moves) {
    const key = foldersOf(move).join(' ');
    byFolders.set(key, [...(byFolders.get(key) ?? []), move]);
  }
  const many = [...byFolders.values()].filter((group) => group.length > 1);
  const grouped = new Set<Change>(many.flat());
  const groups = many.map((group): MoveGroup => {
    const [from, to] = foldersOf(group[0]!);
    return { count: group.length, from, to };
  });
  return { groups, others: changes.filter((one) => !grouped.has(one)) };
}

/** The folders of a move without their common tail: `src/crud/` and `src/engine/crud/`. */
function foldersOf({ from, path }: Move): readonly [string, string] {
  const [old, now] = [from.split('/').slice(0, -1), path.split('/').slice(0, -1)];
  while (old.length > 1 && old.at(-1) === now.at(-1) && old.at(-2) === now.at(-2)) {
    old.pop();
    now.pop();
  }
  return [`${old.join('/')}/`, `${now.join('/')}/`];
}
