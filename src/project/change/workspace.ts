import type { Tree } from '../../tree.js';
import type { Moves } from '../../refactor/relocate.js';
import type { ExportNames } from '../../refactor/rename-exports.js';
import type { OpenProject } from '../open/open-project.js';

/**
 * The files of a project while a command works on them. Whatever is not derived from the model is an edit of these trees
 * before the plan is made; the plan is rebased onto what is on disk at the end.
 */
export interface Workspace {
  readonly mine: Tree;
  readonly base: Tree;
  /** Moved files: path on disk -> path here. */
  readonly moved: Moves;
}

/** The files that a change of the model is planned over, with its edits made. */
export interface Edited extends Workspace {
  /** The render of the model before, under the paths of the copies here. */
  readonly before: Tree;
  /** `paths` of crudgen.json, as they are here. */
  readonly paths: Readonly<Record<string, string>>;
  readonly exported: ReadonlyMap<string, string>;
  /** Kept copies with another path here: old path -> new path. */
  readonly copies: Moves;
  /** Declarations of copies that are gone, by the paths of the copies here, with the places of their work. */
  readonly gone?: ExportNames;
  /** Renamed exports of modules, by their paths here. */
  readonly exports?: ExportNames;
}

/** A change of the developer's files: returns the new tree. */
export type Edit = (files: Tree) => Tree;

/** An edit that writes one file. */
export const writeFile =
  (path: string, text: string): Edit =>
  (files) =>
    new Map(files).set(path, text);

/** The files of a project after some edits. */
export function workOn({ mine, base }: OpenProject, edits: readonly Edit[] = []): Workspace {
  return { mine: edits.reduce((files, edit) => edit(files), mine), base, moved: new Map() };
}
