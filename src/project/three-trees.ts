import { mergeText } from '../merge/merge-text.js';
import { SOURCE } from '../plan/plan-changes.js';
import type { Tree } from '../tree.js';

/** Why a project is planned: its model changes, it was edited by hand, or this crudgen writes otherwise than the one before. */
export type Mode = 'change' | 'sync' | 'upgrade';

/** What the three trees are made of. Renders stand under the paths of the kept copies. */
export interface Renders {
  readonly mode: Mode;
  /** What crudgen last wrote; null where there are no copies. */
  readonly kept: Tree | null;
  /** The render of the model before: in `change` as the code says it, else as the kept copies say it. */
  readonly before: Tree;
  /** The render of the model as it is to be. */
  readonly after: Tree;
  /** Files that are the same in every project. */
  readonly isStatic: (path: string) => boolean;
  /** Paths that git could not merge, or whose copies it left with markers: what follows from the model is written anew there. */
  readonly merging: ReadonlySet<string>;
}

/** What a plan wants, besides the files on disk and the kept copies. */
export interface Wanted {
  readonly next: Tree;
  /** What the model is read from, as the code says it now. */
  readonly said?: Tree;
  /** What the kept copies of that become, of files that are wanted and of those that only `sync` may let go. */
  readonly copies?: Tree;
}

/**
 * The trees that a plan compares, by mode. A file that follows from the model is merged from its kept copy; one that the model
 * is read from is merged from what it says already, or its developer would be asked about their own edit.
 *
 * | mode    | others: from, to                      | what the model is read from: from, to |
 * | ------- | ------------------------------------- | ------------------------------------- |
 * | change  | kept, after where it is not as before | before, after                         |
 * | sync    | kept, after where it is not as before | after, after                          |
 * | upgrade | kept, after                           | kept + (before -> after), after       |
 *
 * `kept + (before -> after)` is what the crudgen that wrote the copy would write now. Files that no change of the model touches
 * stay as they were kept: what a newer crudgen writes otherwise waits for `upgrade`, so that adding a field does not bring half
 * a new version along. A file that is touched comes whole, because names in it and in its neighbours must fit each other.
 *
 * The copies of what the model is read from tell `sync` which tables there are: only what has a migration goes into them. An
 * upgrade writes none, and leaves the model in them as it was, in the words of this crudgen.
 */
export function threeTrees(renders: Renders): Wanted {
  const { mode, kept, before, after } = renders;
  if (kept === null) return { next: after, ...(mode !== 'upgrade' && { said: before }) };
  const sources = sourcesOnKept(kept, before, after);
  if (mode === 'upgrade')
    return { next: after, said: sources, copies: only(before, (path) => SOURCE.test(path)) };
  return {
    next: changed(renders, kept),
    said: mode === 'change' ? before : after,
    copies: only(sources, (path) => after.has(path)),
  };
}

const only = (tree: Tree, isMeant: (path: string) => boolean): Tree =>
  new Map([...tree].filter(([path]) => isMeant(path)));

/** The kept copies of what the model is read from, as the crudgen that wrote them would write them for another model. */
function sourcesOnKept(kept: Tree, before: Tree, after: Tree): Tree {
  return new Map(
    [...kept]
      .filter(([path]) => SOURCE.test(path))
      .map(([path, copy]) => [path, stepOf(path, copy, before.get(path), after.get(path))]),
  );
}

/** A kept copy with what changes between two renders. */
function stepOf(path: string, kept: string, was?: string, next?: string): string {
  if (was === undefined || next === undefined || was === next) return kept;
  return was === kept ? next : mergeText(path, { base: was, mine: kept, next }).settled.takeTheirs;
}

/** What is wanted where only the change of the model counts. */
function changed({ before, after, merging, isStatic }: Renders, kept: Tree): Tree {
  const files = [...after].flatMap(([path, text]): [string, string][] => {
    const [copy, was] = [kept.get(path), before.get(path)];
    if (was !== text || merging.has(path) || SOURCE.test(path)) return [[path, text]];
    if (copy !== undefined) return [[path, copy]];
    return isStatic(path) ? [] : [[path, text]];
  });
  const others = [...kept].filter(([path]) => !after.has(path) && !before.has(path));
  return new Map([...others, ...files]);
}
