import type { Moves } from '../../refactor/relocate.js';
import type { ExportNames } from '../../refactor/rename-exports.js';
import { compareVersions, OLDEST } from '../../version.js';
import { layout as in060 } from './layouts/0.6.0.js';
import { layout as in070 } from './layouts/0.7.0.js';
import { layout as in080 } from './layouts/0.8.0.js';
import { layout as in090 } from './layouts/0.9.0.js';
import type { LayoutMove } from './layouts/layout-move.js';

/** Every layout change, oldest first, since `OLDEST`. `upgrade` applies those that a project has not seen. */
export const LAYOUT_MOVES: readonly LayoutMove[] = [in060, in070, in080, in090];

/** The first version with the present layout: in an older one only `upgrade` and `undo` write. */
export const layoutSince = (): string => LAYOUT_MOVES.at(-1)?.since ?? OLDEST;

/** The changes of a layout, by the old paths of files. */
export interface LayoutChange {
  /** New paths; the first path of a file that is split. */
  readonly moves: Moves;
  /** All new paths of files that are split. */
  readonly splits: ReadonlyMap<string, readonly string[]>;
  readonly names: ExportNames;
  /** The places of declarations that are gone, by their old names. */
  readonly gone: ExportNames;
}

/** The new paths of files that a version of crudgen wrote. */
export const movedSince = (
  version: string | null,
  paths: Iterable<string>,
  layouts?: readonly LayoutMove[],
): Moves => changedSince(version, paths, layouts).moves;

/** The changes of the layout since a version, of the files that this version wrote. */
export function changedSince(
  version: string | null,
  paths: Iterable<string>,
  layouts: readonly LayoutMove[] = LAYOUT_MOVES,
): LayoutChange {
  const unseen = layouts.filter(({ since }) => compareVersions(version ?? '0', since) < 0);
  const all = [...paths].map((path) => [path, followed(path, unseen)] as const);
  const by = <T>(of: (one: Followed) => T, isMeant: (one: Followed, path: string) => boolean) =>
    new Map(all.flatMap(([path, one]) => (isMeant(one, path) ? [[path, of(one)] as const] : [])));
  return {
    moves: by(
      ({ places }) => places[0]!,
      ({ places }, path) => places[0] !== path,
    ),
    splits: by(
      ({ places }) => places,
      ({ places }) => places.length > 1,
    ),
    names: by(
      ({ names }) => names,
      ({ names }) => names.size > 0,
    ),
    gone: by(
      ({ gone }) => gone,
      ({ gone }) => gone.size > 0,
    ),
  };
}

/** A file through several layouts. */
interface Followed {
  readonly places: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly gone: ReadonlyMap<string, string>;
}

function followed(path: string, layouts: readonly LayoutMove[]): Followed {
  const names = new Map<string, string>();
  const gone = new Map<string, string>();
  let places: readonly string[] = [path];
  for (const layout of layouts) {
    const oldName = (name: string) => [...names].find(([, now]) => now === name)?.[0] ?? name;
    for (const place of places) {
      for (const [name, at] of Object.entries(layout.gone?.[place] ?? {}))
        gone.set(oldName(name), at);
      for (const [name, now] of Object.entries(layout.names?.[place] ?? {}))
        names.set(oldName(name), now);
    }
    places = [...new Set(places.flatMap((place) => movedBy(place, layout)))];
  }
  return { places, names, gone };
}

function movedBy(path: string, { moves }: LayoutMove): readonly string[] {
  for (const [from, ...to] of moves) {
    if (from.includes(MODEL)) {
      const name = modelIn(path, from);
      if (name !== null) return to.map((one) => one.replaceAll(MODEL, name));
    } else if (from.endsWith('/') ? path.startsWith(from) : path === from)
      return to.map((one) => one + path.slice(from.length));
  }
  return [path];
}

const MODEL = '<model>';

/** The name that a path has in place of `<model>` in a pattern; null where it does not match. */
function modelIn(path: string, pattern: string): string | null {
  const [head = ''] = pattern.split(MODEL);
  const [name = ''] = path.slice(head.length).split('/');
  return name !== '' && pattern.replaceAll(MODEL, name) === path ? name : null;
}
