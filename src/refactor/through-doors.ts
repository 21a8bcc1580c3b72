import { resolveImport } from '../code/resolve-import.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import { applySplices, type Splice } from '../merge/splice.js';
import type { Tree } from '../tree.js';
import type { Door } from './doors.js';
import { bringing, type Bringing, namesIn, oneImport } from './one-import.js';

/**
 * A file that names what stands behind doors by their short names: imports of a door become one where it has all that they
 * bring. What loads a whole module, `import * as`, `import()`, `vi.mock()`, keeps the path of its file.
 */
export function throughDoors(files: Tree, path: string, doors: readonly Door[]): string {
  const text = files.get(path) ?? '';
  const file = parseCode(path, text);
  const found = bringing(file).map((node) => ({ node, door: doorOf(files, doors, path, node) }));
  const splices = doors.flatMap((door) => {
    const nodes = found.filter((one) => one.door === door).map(({ node }) => node);
    return enter(file, door, nodes);
  });
  return applySplices(text, splices) ?? text;
}

/** The door that an import or export leads through; none inside of its folder, and where the door lacks a name. */
function doorOf(
  files: Tree,
  doors: readonly Door[],
  path: string,
  node: Bringing,
): Door | undefined {
  const names = namesIn(node);
  const specifier = node.moduleSpecifier.getText().slice(1, -1);
  const target = names.length > 0 ? resolveImport(files, path, specifier) : null;
  if (target === null) return doors.find(({ name }) => names.length > 0 && name === specifier);
  const behind = doors.filter(({ folder }) => target.startsWith(folder));
  if (behind.some(({ folder }) => path.startsWith(folder))) return undefined;
  return behind.find((door) =>
    names.every(({ name, typeOnly }) => door.exports(target, name, typeOnly)),
  );
}

/** Leads imports and exports through a door. Imports become one, but for those that words of their developer stand with. */
function enter(file: ts.SourceFile, door: Door, nodes: readonly Bringing[]): Splice[] {
  const imports = nodes.filter((node) => typescript().isImportDeclaration(node));
  const joined = imports.filter((node) => !hasWords(file, node, node === imports[0]));
  const [first, ...others] = joined;
  const lone = nodes.filter((node) => !joined.some((one) => one === node));
  return [
    ...lone.map(({ moduleSpecifier: said }) =>
      splice(said.getStart() + 1, said.end - 1, door.name),
    ),
    ...(first ? [splice(first.getStart(), first.end, oneImport(file, joined, door.name))] : []),
    ...others.map((node) => splice(node.getStart(), lineAfter(file, node), '')),
  ];
}

/** Whether comments stand in an import or behind it, or above one that is to go. */
function hasWords({ text }: ts.SourceFile, node: ts.Node, stays: boolean): boolean {
  const above = stays ? '' : text.slice(node.pos, node.getStart());
  const behind = /[^\n]*/.exec(text.slice(node.end))![0];
  return /\/[/*]/.test(above + node.getText() + behind);
}

/** Where the line after a declaration begins, or what stands behind it on its own. */
const lineAfter = ({ text }: ts.SourceFile, { end }: ts.Node): number =>
  end + /^[ \t]*(?:\r?\n)?/.exec(text.slice(end))![0].length;

const splice = (at: number, end: number, insert: string): Splice => ({
  at,
  remove: end - at,
  insert,
});
