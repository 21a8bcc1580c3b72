import { ENDINGS, resolvePath } from '../code/resolve-import.js';
import { specifiersIn } from '../code/specifiers.js';
import { isCode, parseCode } from '../code/typescript.js';
import { applySplices } from '../merge/splice.js';
import type { Tree } from '../tree.js';
import type { Door } from './doors.js';
import { foldFiles, withoutEnding } from './fold-files.js';
import { throughDoors } from './through-doors.js';

/** Where files of a render stand in the project: the path that crudgen gives -> the path that the owner gave. */
export type Moves = ReadonlyMap<string, string>;

/** Files under the places that some have moved to, with every import to fit: through doors where these have the names. */
export function relocateTree(files: Tree, moves: Moves, doors: readonly Door[] = []): Tree {
  const heirs = namedIn(doors.flatMap(({ heirOf }) => heirOf));
  const placed = [...files].map(([from, text]) => {
    const [path, fitted] = [moves.get(from) ?? from, relocate(text, from, moves)];
    return { from, path, text: fitted, enters: fitted !== text || heirs.test(text) };
  });
  const tree = new Map(placed.map(({ path, text }) => [path, text]));
  for (const [path, parts] of foldedIn(placed)) {
    const texts = importedFirst(files, parts).map(({ text }) => text);
    tree.set(path, foldFiles(path, texts));
  }
  if (doors.length > 0)
    for (const { path, enters } of placed)
      if (enters && isCode(path)) tree.set(path, throughDoors(tree, path, doors));
  return tree;
}

interface Placed {
  /** Where the file stood. */
  readonly from: string;
  readonly path: string;
  readonly text: string;
}

/** The paths to which several files of code go, with these. */
function foldedIn(placed: readonly Placed[]): readonly (readonly [string, readonly Placed[]])[] {
  const parts = new Map<string, Placed[]>();
  for (const one of placed) parts.set(one.path, [...(parts.get(one.path) ?? []), one]);
  return [...parts].filter(([path, all]) => all.length > 1 && isCode(path));
}

/** Parts of one file, each after those that it imports: what a module makes at its top is there when it is used. */
function importedFirst(files: Tree, parts: readonly Placed[]): readonly Placed[] {
  const ordered = new Set<Placed>();
  const seen = new Set<Placed>();
  const visit = (part: Placed): void => {
    if (seen.has(part)) return;
    seen.add(part);
    const led = specifiersIn(parseCode(part.from, files.get(part.from)!))
      .filter(({ text }) => text.startsWith('.'))
      .map(({ text }) => withoutEnding(resolvePath(part.from, text)));
    for (const one of parts) if (led.includes(withoutEnding(one.from))) visit(one);
    ordered.add(part);
  };
  parts.forEach(visit);
  return [...ordered];
}

/** What a text that imports one of some files says: to look for it costs far less than to parse. */
const namedIn = (paths: readonly string[]): RegExp => {
  const stems = paths.map((path) => /([^/.]*)[^/]*$/.exec(path)![1]);
  return paths.length === 0 ? /$^/ : new RegExp(`/(?:${stems.join('|')})(?:\\.[^'"]*)?['"]`);
};

/** A text with its imports written for the places that files have in the project. */
export function relocate(text: string, path: string, moves: Moves): string {
  if (moves.size === 0 || !isCode(path)) return text;
  const fit = (specifier: string): string =>
    specifier.startsWith('.')
      ? relocateRelative(specifier, path, moves)
      : relocateAlias(specifier, moves);
  // Most files import nothing that has moved, and to look at what they quote costs far less than to parse them.
  const isToFit = [...text.matchAll(QUOTED)].some(([, , said = '']) => fit(said) !== said);
  if (!isToFit) return text;
  const splices = specifiersIn(parseCode(path, text)).flatMap(({ text: said, start, end }) => {
    const insert = fit(said);
    return insert === said ? [] : [{ at: start, remove: end - start, insert }];
  });
  return applySplices(text, splices) ?? text;
}

const QUOTED = /(['"`])((?:\.\.?\/|[@~#]|src\/)[^'"`\n]*)\1/g;

function relocateRelative(specifier: string, path: string, moves: Moves): string {
  const here = moves.get(path) ?? path;
  const target = resolvePath(path, specifier);
  const moved = movedTarget(target, moves);
  return moved === target && here === path ? specifier : relative(here, moved);
}

function relative(from: string, to: string): string {
  const [own, other] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < own.length && own[shared] === other[shared]) shared++;
  const up = own.slice(shared).map(() => '..');
  return [...(up.length > 0 ? up : ['.']), ...other.slice(shared)].join('/');
}

const endOf = (path: string, usual: string): string =>
  usual === '' ? '' : (/\.tsx?$/.exec(path)?.[0] ?? usual);

/** The path in the project of what a specifier names (`.js` stands for `.ts` or `.tsx`). */
function movedTarget(target: string, moves: Moves): string {
  for (const [ending, real] of ENDINGS) {
    if (!target.endsWith(ending)) continue;
    const moved = moves.get(target.slice(0, target.length - ending.length) + real);
    // A file may have got another ending: `conflict.ts` went into `conflict-dialog.tsx`.
    if (moved) return moved.slice(0, moved.length - endOf(moved, real).length) + ending;
  }
  return target;
}

/** A specifier by a name for a folder (`@/models/task/task.model.js`, `#models/task/task.model.js`) for what has moved. */
function relocateAlias(specifier: string, moves: Moves): string {
  if (!ALIAS.test(specifier)) return specifier;
  const said = specifier.replace(/\.[jt]sx?$/, '');
  for (const [from, to] of moves) {
    const [old, now] = [belowSource(from), belowSource(to)];
    // The name may stand for `src/` or, as in `#models/`, for a folder in it.
    if (!said.replace(/^[@~#]/, '/').endsWith(`/${old}`)) continue;
    return said.slice(0, -old.length) + now + specifier.slice(said.length);
  }
  return specifier;
}

const ALIAS = /^(?:[@~#]\w*|src)\//;

/** A path below its `src/`, without its ending. */
const belowSource = (path: string): string =>
  path.replace(/^(?:.*\/)?src\//, '').replace(/\.[cm]?tsx?$/, '');
