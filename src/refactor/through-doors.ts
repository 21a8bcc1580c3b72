import { resolveImport } from '../code/resolve-import.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import { applySplices, type Splice } from '../merge/splice.js';
import { lineEnd } from '../merge/text-style.js';
import type { Tree } from '../tree.js';
import {
  type Bringing,
  bringing,
  type Brought,
  importText,
  namesIn,
  specifierOf,
} from './bringing.js';
import type { Door } from './doors.js';

/** A declaration whose names, or some of them, are had through doors. */
interface Entering {
  readonly node: Bringing;
  readonly through: (door: Door) => readonly Brought[];
  /** The names that no door has. */
  readonly rest: readonly Brought[];
}

/**
 * A file that names what stands behind doors by their short names, in one import for each door. What a door lacks, and what
 * loads a whole module, `import * as`, `import()`, `vi.mock()`, keeps the path of its file.
 */
export function throughDoors(files: Tree, path: string, doors: readonly Door[]): string {
  const text = files.get(path) ?? '';
  const file = parseCode(path, text);
  const entering = bringing(file).flatMap((node) => enteringBy(node, files, path, doors));
  const joined = entering.filter((one) => canJoin(file, one.node, one === entering[0]));
  const lone = entering.filter((one) => !joined.includes(one));
  const splices = [...lone.flatMap((one) => renamed(one, doors)), ...inOne(file, joined, doors)];
  return applySplices(text, splices) ?? text;
}

function enteringBy(node: Bringing, files: Tree, path: string, doors: readonly Door[]): Entering[] {
  const specifier = specifierOf(node);
  const target = resolveImport(files, path, specifier) ?? '';
  if (doors.some(({ folder }) => path.startsWith(folder) && target.startsWith(folder))) return [];
  const wayOf = ({ name, typeOnly }: Brought): Door | undefined =>
    doors.find((door) => door.name === specifier || door.has(target, name, typeOnly));
  const ways = new Map(namesIn(node).map((one) => [one, wayOf(one)]));
  const names = (door: Door | undefined): readonly Brought[] =>
    [...ways].filter(([, way]) => way === door).map(([one]) => one);
  const rest = names(undefined);
  return rest.length < ways.size ? [{ node, through: names, rest }] : [];
}

/** Whether an import can become one with others: not where words stand in it, behind it, or above one that would go. */
function canJoin({ text }: ts.SourceFile, node: Bringing, isFirst: boolean): boolean {
  const above = isFirst ? '' : text.slice(node.pos, node.getStart());
  const behind = /[^\n]*/.exec(text.slice(node.end))![0];
  return typescript().isImportDeclaration(node) && !/\/[/*]/.test(above + node.getText() + behind);
}

/** A declaration that stays by itself: the short name in place of the path, where the door has all that it brings. */
function renamed({ node, through, rest }: Entering, doors: readonly Door[]): Splice[] {
  const [door, ...more] = doors.filter((one) => through(one).length > 0);
  const { moduleSpecifier: said } = node;
  return door && more.length + rest.length === 0
    ? [between(said.getStart() + 1, said.end - 1, door.name)]
    : [];
}

/** One import for each door, where the first of those stood that it is made of. */
function inOne(
  file: ts.SourceFile,
  entering: readonly Entering[],
  doors: readonly Door[],
): Splice[] {
  const eol = lineEnd(file.text);
  return entering.map((one) => {
    const own = doors.filter(
      (door) => entering.find(({ through }) => through(door).length > 0) === one,
    );
    const lines = own.map((door) => {
      const names = entering.flatMap(({ through }) => through(door));
      return importText(one.node, door.name, names);
    });
    if (one.rest.length > 0) lines.push(importText(one.node, specifierOf(one.node), one.rest));
    const { node } = one;
    return lines.length === 0
      ? between(node.getStart(), lineAfter(file, node), '')
      : between(node.getStart(), node.end, lines.join('\n').replaceAll('\n', eol));
  });
}

/** Where the line after a declaration begins, or what stands behind it on its own. */
const lineAfter = ({ text }: ts.SourceFile, { end }: ts.Node): number =>
  end + /^[ \t]*(?:\r?\n)?/.exec(text.slice(end))![0].length;

const between = (at: number, end: number, insert: string): Splice => ({
  at,
  remove: end - at,
  insert,
});
