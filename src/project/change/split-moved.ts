import { declaredNames } from '../../code/identifiers.js';
import { isCode, parseCode } from '../../code/typescript.js';
import type { Moves } from '../../refactor/relocate.js';
import { type ExportNames, renameExports, takenNames } from '../../refactor/rename-exports.js';
import { type Cuts, piecePath, splitFiles } from '../../refactor/split-files.js';
import { type Cut, placesIn } from '../../refactor/split-text.js';
import type { Tree } from '../../tree.js';
import type { LayoutChange } from '../history/layout-moves.js';
import type { Workspace } from './workspace.js';

type Files = Pick<Workspace, 'mine' | 'base'>;

/** Gives declarations their new names, except where a file has another declaration of the new name. */
export function renameMoved(files: Files, names: ExportNames, elsewhere: Moves): Files {
  if (names.size === 0) return files;
  const at = new Map([...names].map(([path, one]) => [elsewhere.get(path) ?? path, one] as const));
  return { mine: renamed(files.mine, at), base: renamed(files.base, names) };
}

function renamed(files: Tree, names: ExportNames): Tree {
  const taken = takenNames(files, names);
  const isFree = (path: string, name: string) =>
    !taken.some((one) => one.path === path && one.name === name);
  const free = [...names].map(
    ([path, one]) => [path, new Map([...one].filter(([, name]) => isFree(path, name)))] as const,
  );
  return renameExports(
    files,
    new Map(free.filter(([path, one]) => one.size > 0 && files.has(path))),
  );
}

/** Files in pieces, with the new paths of all files and pieces. */
interface Split extends Files {
  readonly moves: Moves;
  /** The places to which the developer has moved files, and pieces of files, that crudgen wrote to other paths. */
  readonly places: Moves;
}

/** A file that becomes several, in the kept copies and at the developer's. */
interface Divided {
  readonly path: string;
  /** The path of the developer's file. */
  readonly at: string;
  readonly targets: readonly string[];
  readonly base: Cut;
  readonly mine: Cut;
}

/** Splits the files whose declarations go to several files of a render. */
export function splitMoved(
  files: Files,
  layout: LayoutChange,
  elsewhere: Moves,
  render: Tree,
): Split {
  const moves = new Map(layout.moves);
  const all: Divided[] = [];
  for (const [path, known] of layout.splits) {
    // A target is not there if it belongs to a feature that the project does not have.
    const targets = known.filter((target) => render.has(target));
    const [first = known[0]!] = targets;
    moves.set(path, first);
    if (targets.length > 1 && isCode(path))
      all.push(divided(files, { path, at: elsewhere.get(path) ?? path, targets }, render, layout));
  }
  const cutsOf = (side: 'mine' | 'base'): Cuts =>
    new Map(all.map((one) => [side === 'base' ? one.path : one.at, one[side]] as const));
  const base = new Map(splitFiles(files.base, cutsOf('base')));
  const mine = new Map(splitFiles(files.mine, cutsOf('mine')));
  const places = new Map(elsewhere);
  for (const one of all)
    for (const [at, target] of one.targets.entries()) {
      const [kept, own] = [one.base.pieces[at]!, one.mine.pieces[at]!];
      const isEmpty = !base.get(kept) && !mine.get(own);
      if (at > 0 && isEmpty)
        for (const [tree, piece] of [
          [base, kept],
          [mine, own],
        ] as const)
          tree.delete(piece);
      else moves.set(kept, target);
      if (kept !== own) places.set(kept, own);
    }
  for (const [path, to] of moves) if (path === to) moves.delete(path);
  return { mine, base, moves, places };
}

/**
 * The places of the declarations of a file: a declaration goes to the file in which crudgen declares it now, in the developer's file and in
 * the kept copy.
 */
function divided(
  { mine, base }: Files,
  { path, at, targets }: Pick<Divided, 'path' | 'at' | 'targets'>,
  render: Tree,
  { gone }: LayoutChange,
): Divided {
  // A declaration that is gone may have the name of another one now.
  const isGone = (name: string) => gone.get(path)?.has(name) === true;
  const declared = new Map(
    targets
      .flatMap((target, piece) => namesAt(render, target).map((name) => [name, piece] as const))
      .filter(([name]) => !isGone(name))
      .reverse(),
  );
  const cut = (file: string, text: string, known: ReadonlyMap<string, number>): Cut => {
    const pieces = targets.map((_, piece) => piecePath(file, piece));
    const named = new Map([...known].map(([name, piece]) => [name, pieces[piece]!] as const));
    return { pieces, places: placesIn(file, text, named, pieces[0]!) };
  };
  const kept = cut(path, base.get(path) ?? '', declared);
  const placed = [...kept.places].map(
    ([name, piece]) => [name, kept.pieces.indexOf(piece)] as const,
  );
  const own = cut(at, mine.get(at) ?? '', new Map([...declared, ...placed]));
  return { path, at, targets, base: kept, mine: own };
}

const namesAt = (files: Tree, path: string): readonly string[] =>
  declaredNames(parseCode(path, files.get(path) ?? '')).map(({ name }) => name);
