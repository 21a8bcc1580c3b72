import { importedNames, type ModuleName } from '../code/module-names.js';
import { typescript, type ts } from '../code/typescript.js';
import type { CodeSource } from './code-parts.js';
import type { Span } from './part.js';

/** One name that a file imports. */
export type Binding = ModuleName<ts.ImportDeclaration>;

/** The import declarations of a file. */
export function importsOf({ file }: CodeSource): ts.ImportDeclaration[] {
  return file.statements.filter((one) => typescript().isImportDeclaration(one));
}

/** The names in braces of an import; null where it has none. */
export function namedOf({ importClause }: ts.ImportDeclaration): ts.NamedImports | null {
  const named = importClause?.namedBindings;
  return named && typescript().isNamedImports(named) ? named : null;
}

/** Whether a whole import is of types alone. */
export const isTypeOnly = (clause: ts.ImportClause | undefined): boolean =>
  clause?.phaseModifier === typescript().SyntaxKind.TypeKeyword;

/** The imports of a render that the developer has under another name: crudgen's name and theirs. */
export function aliasedImports(render: CodeSource, mine: CodeSource): [string, string][] {
  const own = importedNames(mine.file);
  return importedNames(render.file).flatMap((one): [string, string][] => {
    if (!one.specifier || own.some(({ local }) => local === one.local)) return [];
    const found = own.find(
      ({ specifier, module, name }) => specifier && module === one.module && name === one.name,
    );
    return found ? [[one.local, found.local]] : [];
  });
}

/** A file with its imports. */
export interface Side {
  readonly source: CodeSource;
  readonly declarations: readonly ts.ImportDeclaration[];
  readonly bindings: ReadonlyMap<string, Binding>;
}

/** Reads the imports of a file. */
export const sideOf = (source: CodeSource): Side => ({
  source,
  declarations: importsOf(source),
  bindings: new Map(importedNames(source.file).map((binding) => [binding.local, binding])),
});

/** The span of a node without leading trivia. */
export const nodeSpan = (node: ts.Node): Span => ({ start: node.getStart(), end: node.end });
