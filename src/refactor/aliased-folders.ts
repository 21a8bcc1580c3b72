import { exportsIn } from '../code/definitions.js';
import { listedExports } from '../code/module-names.js';
import { resolveImport } from '../code/resolve-import.js';
import { isCode, parseCode } from '../code/typescript.js';
import { folderOf, type Tree } from '../tree.js';

/** A folder with an import alias, such as `#engine`, for its index file; set in package.json. */
export interface AliasedFolder {
  readonly name: string;
  /** Ends in `/`. */
  readonly folder: string;
  /** Files outside the folder that used to export names which only the alias exports now. */
  readonly heirOf: readonly string[];
  /** Whether a name of a file, as a type or value, can be imported by the alias. */
  has(path: string, name: string, typeOnly: boolean): boolean;
}

/** The aliased folders of a render by `imports` of its package.json, innermost first. */
export function aliasedFolders(
  render: Tree,
  base: Tree = new Map(),
  paths: ReadonlyMap<string, string> = new Map(),
): readonly AliasedFolder[] {
  const { imports = {} } = JSON.parse(render.get('package.json') ?? '{}') as { imports?: object };
  const before = new Map([...base].map(([path, text]) => [paths.get(path) ?? path, text]));
  return Object.entries(imports)
    .flatMap(([name, target]): AliasedFolder[] => {
      const path =
        typeof target === 'string' ? resolveImport(render, 'package.json', target) : null;
      return path === null ? [] : [aliasedFolderAt(render, name, path, before)];
    })
    .sort((one, other) => other.folder.length - one.folder.length);
}

function aliasedFolderAt(render: Tree, name: string, index: string, before: Tree): AliasedFolder {
  const folder = folderOf(index);
  const given = givenBy(render, index);
  const inherited = namesGone(before, render, (path) => !path.startsWith(folder), [
    ...given.keys(),
  ]);
  return {
    name,
    folder,
    heirOf: [...inherited.keys()],
    has: (path, one, typeOnly) => {
      const found = given.get(one);
      if (!found || (found.typeOnly && !typeOnly)) return false;
      if (!path.startsWith(folder)) return inherited.get(path)?.includes(one) === true;
      // A name may have moved to another file; where its own still exports it, the alias's is something else.
      return found.from === path || !exportsAt(render, path).includes(one);
    },
  };
}

/** A name that an alias exports, and its source file; null where it has another name there. */
interface Given {
  readonly from: string | null;
  readonly typeOnly: boolean;
}

function givenBy(render: Tree, index: string): ReadonlyMap<string, Given> {
  const exported = listedExports(parseCode(index, render.get(index) ?? ''));
  const listed = exported
    .filter(({ specifier }) => specifier !== null)
    .map(({ local, name, module, typeOnly }) => {
      const file = module === null ? index : resolveImport(render, index, module);
      return [local, { from: name === local ? file : null, typeOnly }] as const;
    });
  const own = exportsAt(render, index).map((name) => [name, OWN] as const);
  return new Map<string, Given>([...listed, ...own]);
}

const OWN: Given = { from: null, typeOnly: false };

const exportsAt = (files: Tree, path: string): readonly string[] =>
  exportsIn(parseCode(path, files.get(path) ?? ''));

/** By file, the names that it no longer exports. */
function namesGone(
  before: Tree,
  after: Tree,
  isLookedAt: (path: string) => boolean,
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const word = new RegExp(`^export [^=(]*\\b(?:${names.join('|')})\\b`, 'm');
  const gone = [...before].flatMap(([path, text]): [string, string[]][] => {
    if (!isLookedAt(path) || !isCode(path) || !after.has(path) || !word.test(text)) return [];
    const left = exportsAt(after, path);
    const lost = exportsAt(before, path).filter(
      (name) => names.includes(name) && !left.includes(name),
    );
    return lost.length > 0 ? [[path, lost]] : [];
  });
  return new Map(gone);
}
