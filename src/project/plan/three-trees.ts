import { mergeText } from '../../merge/merge-text.js';
import { SOURCE } from '../../plan/plan-changes.js';
import type { Tree } from '../../tree.js';

/** Why a project is planned: its model changes, it was edited by hand, or crudgen itself changed. */
export type Mode = 'change' | 'sync' | 'upgrade';

/** The input of the three trees. Renders use the paths of the kept copies. */
export interface Renders {
  readonly mode: Mode;
  /** The files that crudgen last wrote. */
  readonly kept: Tree;
  /** The render of the model before: in `change` that of the code, else that of the kept copies. */
  readonly before: Tree;
  /** The render of the model after. */
  readonly after: Tree;
  /** Files that projects have independently of their models. */
  readonly isStatic: (path: string) => boolean;
  /** Paths that git could not merge, or whose copies it left with markers: derived files are written anew there. */
  readonly merging: ReadonlySet<string>;
}

/** The target of a plan. */
export interface Wanted {
  readonly next: Tree;
  /** The render of the sources as the code defines them now. */
  readonly current?: Tree;
  /** The new kept copies of sources, including those that only `sync` may drop. */
  readonly copies?: Tree;
}

/**
 * The trees that a plan compares, by mode. A derived file is merged from its kept copy; a source, which the model is read
 * from, is merged from its present state, or its developer would be asked about their own edit.
 *
 * | mode    | derived: from, to                   | sources: from, to               |
 * | ------- | ----------------------------------- | ------------------------------- |
 * | change  | kept, after where it changes before | before, after                   |
 * | sync    | kept, after where it changes before | after, after                    |
 * | upgrade | kept, after                         | kept + (before -> after), after |
 *
 * `kept + (before -> after)` is what the crudgen that wrote the copy would write now. Files that a change of the model does not
 * touch keep their copy: what a newer crudgen writes differently waits for `upgrade`, so that adding a field does not bring
 * half a new version along. A file that is touched is updated as a whole, because its names must fit those in its neighbours.
 *
 * The copies of sources tell `sync` which tables exist: only what has a migration goes into them. An upgrade writes no
 * migration, and keeps the model in them, in the style of this crudgen.
 */
export function threeTrees(renders: Renders): Wanted {
  const { mode, kept, before, after } = renders;
  const sources = sourcesOnKept(kept, before, after);
  if (mode === 'upgrade')
    return { next: after, current: sources, copies: only(before, (path) => SOURCE.test(path)) };
  return {
    next: changedFiles(renders),
    current: mode === 'change' ? before : after,
    copies: only(sources, (path) => after.has(path)),
  };
}

const only = (tree: Tree, isMeant: (path: string) => boolean): Tree =>
  new Map([...tree].filter(([path]) => isMeant(path)));

/** The kept copies of sources, as the crudgen that wrote them would write them for another model. */
function sourcesOnKept(kept: Tree, before: Tree, after: Tree): Tree {
  return new Map(
    [...kept]
      .filter(([path]) => SOURCE.test(path))
      .map(([path, copy]) => [path, withChange(path, copy, before.get(path), after.get(path))]),
  );
}

/** A kept copy with the change between two renders. */
function withChange(path: string, kept: string, was?: string, next?: string): string {
  if (was === undefined || next === undefined || was === next) return kept;
  return was === kept ? next : mergeText(path, { base: was, mine: kept, next }).settled.takeTheirs;
}

/** The target where only the change of the model counts. */
function changedFiles({ kept, before, after, merging, isStatic }: Renders): Tree {
  const files = [...after].flatMap(([path, text]): [string, string][] => {
    const [copy, was] = [kept.get(path), before.get(path)];
    if (was !== text || merging.has(path) || SOURCE.test(path)) return [[path, text]];
    if (copy !== undefined) return [[path, copy]];
    return isStatic(path) ? [] : [[path, text]];
  });
  const others = [...kept].filter(([path]) => !after.has(path) && !before.has(path));
  return new Map([...others, ...files]);
}
