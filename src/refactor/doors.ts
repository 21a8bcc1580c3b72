import { exportsIn } from '../code/definitions.js';
import { resolveImport } from '../code/resolve-import.js';
import { isCode, parseCode, typescript } from '../code/typescript.js';
import type { Tree } from '../tree.js';

/** A folder that is entered by a short name, such as `#engine`: by the file that package.json gives it. */
export interface Door {
  readonly name: string;
  /** Ends in `/`. */
  readonly folder: string;
  /** Files outside of the folder that gave names before which only the door has now. */
  readonly heirOf: readonly string[];
  /** Whether what is imported from a file by a name, as a type or as a value, can be had by the short name. */
  has(path: string, name: string, typeOnly: boolean): boolean;
}

/** The doors of a render, by `imports` of its package.json, the innermost first; with what they have of the kept copies. */
export function doorsIn(
  render: Tree,
  base: Tree = new Map(),
  paths: ReadonlyMap<string, string> = new Map(),
): readonly Door[] {
  const { imports = {} } = JSON.parse(render.get('package.json') ?? '{}') as { imports?: object };
  const before = new Map([...base].map(([path, text]) => [paths.get(path) ?? path, text]));
  return Object.entries(imports)
    .flatMap(([name, target]): Door[] => {
      const path = typeof target === 'string' ? target.replace(/^\.\//, '') : '';
      return render.has(path) ? [doorAt(render, name, path, before)] : [];
    })
    .sort((one, other) => other.folder.length - one.folder.length);
}

function doorAt(render: Tree, name: string, index: string, before: Tree): Door {
  const folder = index.slice(0, index.lastIndexOf('/') + 1);
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
      // A name may have gone to another file; where its own still has it, that of the door is something else.
      return found.from === path || !exportsAt(render, path).includes(one);
    },
  };
}

/** A name that a door gives, and the file that it has it from; null where it is called otherwise there. */
interface Given {
  readonly from: string | null;
  readonly typeOnly: boolean;
}

function givenBy(render: Tree, index: string): ReadonlyMap<string, Given> {
  const kit = typescript();
  const listed = parseCode(index, render.get(index) ?? '').statements.flatMap((statement) => {
    if (!kit.isExportDeclaration(statement) || !statement.exportClause) return [];
    const { exportClause, moduleSpecifier, isTypeOnly } = statement;
    if (!kit.isNamedExports(exportClause)) return [];
    const said = moduleSpecifier?.getText().slice(1, -1);
    const file = said === undefined ? index : resolveImport(render, index, said);
    return exportClause.elements.map(({ name, propertyName = name, isTypeOnly: ofType }) => {
      const from = propertyName.text === name.text ? file : null;
      return [name.text, { from, typeOnly: isTypeOnly || ofType }] as const;
    });
  });
  const own = exportsAt(render, index).map((name) => [name, OWN] as const);
  return new Map<string, Given>([...listed, ...own]);
}

const OWN: Given = { from: null, typeOnly: false };

const exportsAt = (files: Tree, path: string): readonly string[] =>
  exportsIn(parseCode(path, files.get(path) ?? ''));

/** By file, which of some names it has exported before and does not any more. */
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
