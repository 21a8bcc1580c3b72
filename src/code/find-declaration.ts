import { resolveImport } from './resolve-import.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** What a name stands for: the value of a constant, an enum, a class. */
export type Declaration = ts.Expression | ts.EnumDeclaration | ts.ClassDeclaration;

type Files = ReadonlyMap<string, string>;

/** Where an import of a file has led; null where it led to no file of the project. */
interface Lead {
  readonly from: ts.SourceFile;
  readonly to: ts.SourceFile | null;
}

/** By the specifiers of imports. */
type Leads = Map<ts.Expression, Lead>;

/** The files that imports lead to, what was found there by names of a file, and the way there. */
interface Scope {
  readonly files: Files | null;
  readonly names: WeakMap<ts.SourceFile, Map<string, string>>;
  readonly leads: Leads;
}

const scopeOver = (files: Files | null): Scope => ({
  files,
  names: new WeakMap(),
  leads: new Map(),
});

/** Outside of a project no import leads anywhere: a file is read by itself. */
const ALONE = scopeOver(null);
// A syntax tree is shared by all projects that have its text, so it cannot say which of them its imports lead into.
let scope = ALONE;

/** Reads with the names of files followed into those of a project that they are imported from. */
export function within<T>(files: Files, read: () => T): T {
  return inScope(scopeOver(files), read);
}

function inScope<T>(inner: Scope, read: () => T): T {
  const outer = scope;
  scope = inner;
  try {
    return read();
  } finally {
    scope = outer;
  }
}

/** A reading of a file that is made again only in a project where the imports that it has followed lead elsewhere. */
export function oncePerReach<T>(read: (file: ts.SourceFile) => T): (file: ts.SourceFile) => T {
  const known = new WeakMap<ts.SourceFile, { readonly said: T; readonly leads: Leads }>();
  return (file) => {
    const before = known.get(file);
    // The same text of a path has the same tree, so one tree is one file and all that it says.
    const isSame = ([specifier, { from, to }]: [ts.Expression, Lead]) =>
      importedFile(from, specifier) === to;
    if (before && [...before.leads].every(isSame)) return before.said;
    const inner = scopeOver(scope.files);
    const said = inScope(inner, () => read(file));
    known.set(file, { said, leads: inner.leads });
    return said;
  };
}

/** What has been found by the names of a file, as long as its imports lead where they do now. */
export function namesFound(file: ts.SourceFile): Map<string, string> {
  const known = scope.names.get(file) ?? new Map<string, string>();
  scope.names.set(file, known);
  return known;
}

/** The file that a specifier names; null outside of the project, and for crudgen's names of column types. */
function importedFile(from: ts.SourceFile, specifier: ts.Expression): ts.SourceFile | null {
  const { files, leads } = scope;
  if (files === null || !typescript().isStringLiteral(specifier)) return null;
  const known = leads.get(specifier);
  if (known) return known.to;
  const path = resolveImport(files, from.fileName, specifier.text);
  const isFollowed = path !== null && !path.endsWith('/database/column-types.ts');
  const to = isFollowed ? parseCode(path, files.get(path) ?? '') : null;
  leads.set(specifier, { from, to });
  return to;
}

function declaredBy(statement: ts.Statement, name: string): Declaration | null {
  const kit = typescript();
  if (kit.isEnumDeclaration(statement) && statement.name.text === name) return statement;
  if (kit.isClassDeclaration(statement)) {
    const isDefault = statement.modifiers?.some(
      ({ kind }) => kind === kit.SyntaxKind.DefaultKeyword,
    );
    return statement.name?.text === name || (name === 'default' && isDefault) ? statement : null;
  }
  if (!kit.isVariableStatement(statement)) return null;
  if (!(statement.declarationList.flags & kit.NodeFlags.Const)) return null;
  const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
  return found?.initializer ?? null;
}

/** Where a file has a name from: the specifier of the module, and what it is called there. */
function origin(statement: ts.Statement, name: string): [ts.Expression, string] | null {
  const kit = typescript();
  if (kit.isImportDeclaration(statement)) {
    const clause = statement.importClause;
    if (clause?.name?.text === name) return [statement.moduleSpecifier, 'default'];
    const named = clause?.namedBindings;
    if (!named || !kit.isNamedImports(named)) return null;
    const found = named.elements.find((one) => one.name.text === name);
    return found ? [statement.moduleSpecifier, found.propertyName?.text ?? name] : null;
  }
  if (!kit.isExportDeclaration(statement) || !statement.moduleSpecifier) return null;
  const { exportClause } = statement;
  if (!exportClause) return [statement.moduleSpecifier, name];
  if (!kit.isNamedExports(exportClause)) return null;
  const found = exportClause.elements.find((one) => one.name.text === name);
  return found ? [statement.moduleSpecifier, found.propertyName?.text ?? name] : null;
}

/** Finds what a name of a file stands for, also through what the file imports; null where that is not known. */
export function findDeclaration(file: ts.SourceFile, name: string, depth = 0): Declaration | null {
  if (depth > 8) return null;
  for (const statement of file.statements) {
    const own = declaredBy(statement, name);
    if (own) return own;
  }
  for (const statement of file.statements) {
    const from = origin(statement, name);
    const other = from && importedFile(file, from[0]);
    const found = other && findDeclaration(other, from[1], depth + 1);
    if (found) return found;
  }
  return null;
}

/** Where a name comes from: out of a package, or declared in the project. */
export interface Origin {
  /** Null in the project. */
  readonly package: string | null;
  readonly name: string;
}

/** The module that a name stands for as a whole, as `orm` does after `import * as orm from 'typeorm'`. */
function wholeModule(file: ts.SourceFile, local: string): ts.Expression | null {
  const kit = typescript();
  for (const statement of file.statements) {
    const clause = kit.isImportDeclaration(statement) ? statement.importClause : undefined;
    const named = clause?.namedBindings;
    const isWhole = named && kit.isNamespaceImport(named) && named.name.text === local;
    if (kit.isImportDeclaration(statement) && (isWhole || clause?.name?.text === local))
      return statement.moduleSpecifier;
  }
  return null;
}

/** Where a name of a module comes from; null where that module cannot be looked into. */
function originIn(
  file: ts.SourceFile,
  specifier: ts.Expression,
  name: string,
  depth: number,
): Origin | null {
  const said = typescript().isStringLiteral(specifier) ? specifier.text : '.';
  const other = importedFile(file, specifier);
  if (other) return findOrigin(other, name, depth + 1);
  return /^(?:@[^/]+\/)?\w/.test(said) ? { package: said, name } : null;
}

/** Finds where a name of a file, or a name of a module as in `orm.Column`, comes from; null where that is not known. */
export function findOrigin(file: ts.SourceFile, called: string, depth = 0): Origin | null {
  if (depth > 8) return null;
  const [name = '', member, ...more] = called.split('.');
  if (more.length > 0) return null;
  if (member !== undefined) {
    const whole = wholeModule(file, name);
    return whole && originIn(file, whole, member, depth);
  }
  for (const statement of file.statements) {
    const value = declaredBy(statement, name);
    if (value && typescript().isIdentifier(value)) return findOrigin(file, value.text, depth + 1);
    const own = (statement as { name?: ts.Node }).name;
    if (value || own?.getText(file) === name) return { package: null, name };
  }
  for (const statement of file.statements) {
    const from = origin(statement, name);
    const found = from && originIn(file, from[0], from[1], depth);
    if (found) return found;
  }
  return null;
}

/** The name that a class has where it is declared, behind an `import { Task as T }`. */
export function declaredName(file: ts.SourceFile, local: string): string {
  const kit = typescript();
  for (const statement of file.statements) {
    if (!kit.isImportDeclaration(statement)) continue;
    const named = statement.importClause?.namedBindings;
    if (!named || !kit.isNamedImports(named)) continue;
    const found = named.elements.find((one) => one.name.text === local);
    if (found) return found.propertyName?.text ?? local;
  }
  return local;
}
