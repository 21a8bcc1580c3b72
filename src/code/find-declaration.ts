import { once } from '../once.js';
import { importedFile, type Imports } from './imports.js';
import { importedNames, listedExports } from './module-names.js';
import { typescript, type ts } from './typescript.js';

/** The target of a name: the value of a constant, an enum, or a class. */
export type Declaration = ts.Expression | ts.EnumDeclaration | ts.ClassDeclaration;

/** The declarations of a statement, by name. */
function declaredBy(statement: ts.Statement): readonly (readonly [string, Declaration])[] {
  const ts = typescript();
  if (ts.isEnumDeclaration(statement)) return [[statement.name.text, statement]];
  if (ts.isClassDeclaration(statement)) {
    const isDefault = statement.modifiers?.some(
      ({ kind }) => kind === ts.SyntaxKind.DefaultKeyword,
    );
    const names = [statement.name?.text ?? [], isDefault ? 'default' : []].flat();
    return names.map((name) => [name, statement]);
  }
  if (!ts.isVariableStatement(statement)) return [];
  if (!(statement.declarationList.flags & ts.NodeFlags.Const)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer ? [[name.getText(), initializer] as const] : [],
  );
}

/** The declarations of a file, by name. If two have one name, the first one counts. */
const declarationsIn = once(
  ({ statements }: ts.SourceFile): ReadonlyMap<string, Declaration> =>
    new Map(statements.flatMap(declaredBy).toReversed()),
);

/** The names of all else that a file declares, such as functions. */
const namesIn = once(
  (file: ts.SourceFile): ReadonlySet<string> =>
    new Set(
      file.statements.flatMap((one) => (one as { name?: ts.Node }).name?.getText(file) ?? []),
    ),
);

/**
 * The origins of the names in a file: for each name, the modules that it comes from and its names there. `*` has the modules that the file
 * exports as a whole.
 */
const originsIn = once((file: ts.SourceFile) => {
  const origins = new Map<string, [ts.Expression, string][]>();
  for (const { local, name, declaration } of [...importedNames(file), ...listedExports(file)]) {
    const { moduleSpecifier } = declaration;
    if (!moduleSpecifier || (name === '*' && local !== '*')) continue;
    origins.set(local, [...(origins.get(local) ?? []), [moduleSpecifier, name]]);
  }
  return origins;
});

/** The modules that a name may come from, and its name there. */
function originsOf(file: ts.SourceFile, wanted: string): [ts.Expression, string][] {
  const origins = originsIn(file);
  const whole = origins.get('*') ?? [];
  return [
    ...(origins.get(wanted) ?? []),
    ...whole.map(([specifier]): [ts.Expression, string] => [specifier, wanted]),
  ];
}

/** Finds the declaration of a name, following imports; null where unknown. */
export function findDeclaration(
  file: ts.SourceFile,
  name: string,
  imports: Imports,
  depth = 0,
): Declaration | null {
  if (depth > 8) return null;
  const own = declarationsIn(file).get(name);
  if (own) return own;
  for (const [specifier, original] of originsOf(file, name)) {
    const other = importedFile(file, specifier, imports);
    const found = other && findDeclaration(other, original, imports, depth + 1);
    if (found) return found;
  }
  return null;
}

/** The origin of a name: a package, or the project. */
export interface Origin {
  /** Null in the project. */
  readonly package: string | null;
  readonly name: string;
}

/** The module of a namespace import, such as `orm` in `import * as orm from 'typeorm'`. */
function wholeModule(file: ts.SourceFile, local: string): ts.Expression | null {
  const found = importedNames(file).find((one) => one.local === local && one.specifier === null);
  return found?.declaration.moduleSpecifier ?? null;
}

/** The origin of a name in a module; null where the module cannot be read. */
function originIn(
  file: ts.SourceFile,
  specifier: ts.Expression,
  name: string,
  imports: Imports,
  depth: number,
): Origin | null {
  const module = typescript().isStringLiteral(specifier) ? specifier.text : '.';
  const other = importedFile(file, specifier, imports);
  if (other) return findOrigin(other, name, imports, depth + 1);
  return /^(?:@[^/]+\/)?\w/.test(module) ? { package: module, name } : null;
}

/** Finds the origin of a name, or of a qualified name such as `orm.Column`; null where unknown. */
export function findOrigin(
  file: ts.SourceFile,
  called: string,
  imports: Imports,
  depth = 0,
): Origin | null {
  if (depth > 8) return null;
  const [name = '', member, ...more] = called.split('.');
  if (more.length > 0) return null;
  if (member !== undefined) {
    const whole = wholeModule(file, name);
    return whole && originIn(file, whole, member, imports, depth);
  }
  const value = declarationsIn(file).get(name);
  if (value && typescript().isIdentifier(value))
    return findOrigin(file, value.text, imports, depth + 1);
  if (value || namesIn(file).has(name)) return { package: null, name };
  for (const [specifier, original] of originsOf(file, name)) {
    const found = originIn(file, specifier, original, imports, depth);
    if (found) return found;
  }
  return null;
}

/** The declared name of a class behind `import { Task as T }`. */
export const declaredName = (file: ts.SourceFile, local: string): string =>
  importedNames(file).find((one) => one.specifier && one.local === local)?.name ?? local;
