import type { Moves } from '../../refactor/relocate.js';
import type { ExportNames } from '../../refactor/rename-exports.js';
import { fileName, type Tree } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';

/** A file as a command found it on disk. Whatever the command makes of the file, its origin stays the same. */
export interface Origin {
  readonly path: string;
  readonly text: string;
  /** The kept copy of this path. */
  readonly copy: string | undefined;
  /** Other files on disk that are combined with this one. */
  readonly folded: readonly Origin[];
}

/**
 * The files of a project while a command works on them. An edit or a move turns `mine` into another tree; `origins` leads each
 * present path back to the file on disk, so that a plan for these files becomes a plan for the disk (`plan/rebase-plan.ts`).
 */
export interface Workspace {
  /** The developer's files by their present paths. */
  readonly mine: Tree;
  /** The origins by present path. A new file has no origin. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** The kept copies. */
  readonly base: Tree;
}

/** The files of a command that has moved and renamed them, with the names that the plan and its warnings need. */
export interface Refactored extends Workspace {
  /** The render of the model before, by the paths of the copies here. */
  readonly before: Tree;
  /** The exported names of the parts of models that do not have their default names. */
  readonly exported: ReadonlyMap<string, string>;
  /** Files that crudgen writes to another path from now on. */
  readonly moved: Moves;
  /** Declarations that the engine no longer has, by the present paths of their files, with the places of their work. */
  readonly gone: ExportNames;
  /** Renamed exports of modules, by their present paths. */
  readonly renamed: ExportNames;
}

/** A change of the developer's files: returns the new tree. */
export type Edit = (files: Tree) => Tree;

/** An edit that writes one file. */
export const writeFile =
  (path: string, text: string): Edit =>
  (files) =>
    new Map(files).set(path, text);

/** The texts of files after some edits. */
export const edited = (files: Tree, edits: readonly Edit[] = []): Tree =>
  edits.reduce((texts, edit) => edit(texts), files);

/** The files of a project after some edits. */
export function workOn(
  { mine, onDisk, base }: Pick<OpenProject, 'mine' | 'onDisk' | 'base'>,
  edits: readonly Edit[] = [],
): Workspace {
  const after = edited(mine, edits);
  const origins = [...onDisk]
    .filter(([path]) => after.has(path))
    .map(([path, text]) => [path, { path, text, copy: base.get(path), folded: [] }] as const);
  return { mine: after, origins: new Map(origins), base };
}

/** Origins after moves. Several files that become one file share an origin. */
export function movedOrigins(
  origins: ReadonlyMap<string, Origin>,
  moves: Moves,
): ReadonlyMap<string, Origin> {
  const next = new Map([...origins].filter(([path]) => !moves.has(path)));
  const moved = new Map<string, Origin[]>();
  for (const [from, to] of moves) {
    const origin = origins.get(from);
    if (origin) moved.set(to, [...(moved.get(to) ?? []), origin]);
  }
  for (const [to, all] of moved) next.set(to, oneOrigin(next.get(to), all, to));
  return next;
}

/** Chooses the origin if several files become one: the file that is already there, an edited file, or the file of the same name. */
function oneOrigin(there: Origin | undefined, moved: readonly Origin[], to: string): Origin {
  const weight = (one: Origin) =>
    2 * Number(isEdited(one)) + Number(fileName(one.path) === fileName(to));
  const first = there ?? moved.toSorted((one, other) => weight(one) - weight(other)).at(-1)!;
  const folded = moved.filter((one) => one !== first);
  return folded.length === 0 ? first : { ...first, folded: [...first.folded, ...folded] };
}

/** Whether the developer has edited a file. */
export const isEdited = ({ text, copy }: Origin): boolean => text !== copy;
