import { once } from '../once.js';
import { typescript, type ts } from './typescript.js';

type Declaration = ts.ImportDeclaration | ts.ExportDeclaration;

/** A name that passes between a file and a module: `Task as T` in `import { Task as T } from './task.js'`. */
export interface ModuleName<D extends Declaration = Declaration> {
  /** The name in this file, or the one that it exports; `*` in `export * from`. */
  readonly local: string;
  /** The name in the module, or the one in this file that is exported; `default`, or `*` for a whole module. */
  readonly name: string;
  /** The module specifier; null in an export of the file's own names. */
  readonly module: string | null;
  readonly typeOnly: boolean;
  readonly declaration: D;
  /** Null for a name that is not in braces. */
  readonly specifier:
    (D extends ts.ImportDeclaration ? ts.ImportSpecifier : ts.ExportSpecifier) | null;
}

/** The names that a file imports, in source order. */
export const importedNames = once(
  (file: ts.SourceFile): readonly ModuleName<ts.ImportDeclaration>[] =>
    file.statements.filter(typescript().isImportDeclaration).flatMap(moduleNames),
);

/** The names in the export lists of a file, and those that it exports from other modules. */
export const listedExports = once(
  (file: ts.SourceFile): readonly ModuleName<ts.ExportDeclaration>[] =>
    file.statements.filter(typescript().isExportDeclaration).flatMap(moduleNames),
);

/** The module specifier of a declaration, without quotes. */
export const specifierOf = ({
  moduleSpecifier,
}: {
  readonly moduleSpecifier: ts.Expression;
}): string => moduleSpecifier.getText().slice(1, -1);

/** The names of one import or export declaration. */
export function moduleNames<D extends Declaration>(declaration: D): ModuleName<D>[] {
  const ts = typescript();
  const isExport = ts.isExportDeclaration(declaration);
  const clause = isExport ? undefined : declaration.importClause;
  const list = isExport ? declaration.exportClause : clause?.namedBindings;
  const areTypes = isExport
    ? declaration.isTypeOnly
    : clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const { moduleSpecifier } = declaration;
  const module = moduleSpecifier ? specifierOf({ moduleSpecifier }) : null;
  const named = (
    local: string,
    name: string,
    specifier: ts.ImportSpecifier | ts.ExportSpecifier | null = null,
  ) => {
    const typeOnly = areTypes || specifier?.isTypeOnly === true;
    return { local, name, module, typeOnly, declaration, specifier } as ModuleName<D>;
  };
  if (isExport && !list) return [named('*', '*')];
  const whole = clause?.name ? [named(clause.name.text, 'default')] : [];
  if (!list) return whole;
  if (!('elements' in list)) return [...whole, named(list.name.text, '*')];
  const braced = [...list.elements].map((one) =>
    named(one.name.text, (one.propertyName ?? one.name).text, one),
  );
  return [...whole, ...braced];
}
