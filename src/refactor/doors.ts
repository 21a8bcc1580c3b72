import { exportsIn } from '../code/definitions.js';
import { resolveImport } from '../code/resolve-import.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import type { Tree } from '../tree.js';

/** A folder that is entered by a short name, such as `#engine`: by the file that package.json gives it. */
export interface Door {
  readonly name: string;
  /** Ends in `/`. */
  readonly folder: string;
  /** Whether a name of one of its files can be had by the short name, as a type alone or as a value. */
  exports(path: string, name: string, typeOnly: boolean): boolean;
}

/** A name that a door gives, and the file that it has it from. */
interface Given {
  readonly from: string | null;
  readonly typeOnly: boolean;
}

/** The doors of a render, by `imports` of its package.json; the innermost first. */
export function doorsIn(render: Tree): readonly Door[] {
  const { imports = {} } = JSON.parse(render.get('package.json') ?? '{}') as { imports?: object };
  return Object.entries(imports)
    .flatMap(([name, target]): Door[] => {
      const path = typeof target === 'string' ? target.replace(/^\.\//, '') : '';
      return render.has(path) ? [doorAt(render, name, path)] : [];
    })
    .sort((one, other) => other.folder.length - one.folder.length);
}

function doorAt(render: Tree, name: string, path: string): Door {
  const given = new Map(givenBy(render, path));
  const declares = (file: string, one: string): boolean =>
    exportsIn(parseCode(file, render.get(file) ?? '')).includes(one);
  return {
    name,
    folder: path.slice(0, path.lastIndexOf('/') + 1),
    exports: (file, one, typeOnly) => {
      const found = given.get(one);
      if (!found || (found.typeOnly && !typeOnly)) return false;
      // A name may have gone to another file; where its own still has it, that of the door is something else.
      return found.from === file || !declares(file, one);
    },
  };
}

function givenBy(render: Tree, path: string): [string, Given][] {
  const kit = typescript();
  const file = parseCode(path, render.get(path) ?? '');
  const listed = file.statements.flatMap((statement) => {
    if (!kit.isExportDeclaration(statement) || !statement.moduleSpecifier) return [];
    const { exportClause, isTypeOnly } = statement;
    if (!exportClause || !kit.isNamedExports(exportClause)) return [];
    const from = resolveImport(render, path, textOf(statement.moduleSpecifier));
    return exportClause.elements.map((one): [string, Given] => {
      const isSame = one.propertyName === undefined || one.propertyName.text === one.name.text;
      return [
        one.name.text,
        { from: isSame ? from : null, typeOnly: isTypeOnly || one.isTypeOnly },
      ];
    });
  });
  const own = exportsIn(file).map((one): [string, Given] => [one, { from: path, typeOnly: false }]);
  return [...listed, ...own];
}

const textOf = (literal: ts.Expression): string => literal.getText().slice(1, -1);
