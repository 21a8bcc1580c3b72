import { exportsIn } from '../code/definitions.js';
import { listedExports } from '../code/module-names.js';
import { resolveImport } from '../code/resolve-import.js';
import { parseCode } from '../code/typescript.js';
import { folderOf, type Tree } from '../tree.js';

/** A folder with an import alias, such as `#engine`, for its index file; set in package.json. */
export interface AliasedFolder {
  readonly name: string;
  /** Ends in `/`. */
  readonly folder: string;
  /** Whether a name of a file, as a type or value, can be imported by the alias. */
  has(path: string, name: string, typeOnly: boolean): boolean;
}

/** The aliased folders of a render by `imports` of its package.json, innermost first. */
export function aliasedFolders(render: Tree): readonly AliasedFolder[] {
  const { imports = {} } = JSON.parse(render.get('package.json') ?? '{}') as { imports?: object };
  return Object.entries(imports)
    .flatMap(([name, target]): AliasedFolder[] => {
      const path =
        typeof target === 'string' ? resolveImport(render, 'package.json', target) : null;
      return path === null ? [] : [aliasedFolderAt(render, name, path)];
    })
    .sort((one, other) => other.folder.length - one.folder.length);
}

function aliasedFolderAt(render: Tree, name: string, index: string): AliasedFolder {
  const folder = folderOf(index);
  const given = givenBy(render, index);
  return {
    name,
    folder,
    has: (path, one, typeOnly) => {
      const found = given.get(one);
      if (!found || (found.typeOnly && !typeOnly) || !path.startsWith(folder)) return false;
      // A name may have moved to another file. If its own file still exports it, the alias exports another declaration.
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
