import type { Tree } from '../tree.js';
import type { OpenProject } from './open-project.js';

/**
 * The files of a project while a command works on them. Whatever a command wants besides what follows from the model is an
 * edit of these trees before the plan is made; the plan is brought back to what is on disk at its end.
 */
export interface Workspace {
  readonly mine: Tree;
  /** The pristine copies; null where there are none at all. */
  readonly base: Tree | null;
  /** Path on disk -> path here, of files that have another one here. */
  readonly moved: ReadonlyMap<string, string>;
}

/** A change of the developer's files: gives the tree as it is to be. */
export type Edit = (files: Tree) => Tree;

/** The files of a project after some edits. */
export function workOn({ mine, base }: OpenProject, edits: readonly Edit[] = []): Workspace {
  return { mine: edits.reduce((files, edit) => edit(files), mine), base, moved: new Map() };
}
