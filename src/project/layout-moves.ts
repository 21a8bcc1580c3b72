import type { Moves } from '../refactor/relocate.js';
import { compareVersions } from '../version.js';

/** Files that a version of crudgen writes elsewhere than those before it. */
export interface LayoutMove {
  /** The first version that writes them there. */
  readonly since: string;
  /** Path before -> path since; a folder ends in `/`, and the first that fits counts. */
  readonly moves: readonly (readonly [from: string, to: string])[];
}

/** Every change of the layout, the oldest first. `upgrade` takes a project through those that it has not seen. */
export const LAYOUT_MOVES: readonly LayoutMove[] = [];

/** Where the files that a version of crudgen wrote are to be now. */
export function movedSince(
  version: string | null,
  paths: Iterable<string>,
  layouts: readonly LayoutMove[] = LAYOUT_MOVES,
): Moves {
  const unseen = layouts.filter(({ since }) => compareVersions(version ?? '0', since) < 0);
  const moved = [...paths].map((path) => [path, unseen.reduce(movedBy, path)] as const);
  return new Map(moved.filter(([from, to]) => from !== to));
}

function movedBy(path: string, { moves }: LayoutMove): string {
  const found = moves.find(([from]) =>
    from.endsWith('/') ? path.startsWith(from) : path === from,
  );
  return found === undefined ? path : found[1] + path.slice(found[0].length);
}
