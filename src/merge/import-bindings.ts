import { typescript, type ts } from '../code/typescript.js';
import type { CodeSource } from './code-parts.js';
import type { Span } from './part.js';

/** One name that a file imports. */
export interface Binding {
  readonly local: string;
  readonly module: string;
  readonly typeOnly: boolean;
  readonly declaration: ts.ImportDeclaration;
  /** Null for a default or namespace import. */
  readonly specifier: ts.ImportSpecifier | null;
}

/** The module that a declaration imports from. */
export const moduleOf = ({ moduleSpecifier }: ts.ImportDeclaration): string =>
  moduleSpecifier.getText().slice(1, -1);

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

/** Every imported name, by its local name. */
export function bindingsOf(source: CodeSource): Map<string, Binding> {
  const ts = typescript();
  const found: Binding[] = importsOf(source).flatMap((declaration) => {
    const clause = declaration.importClause;
    const shared = { module: moduleOf(declaration), declaration };
    const whole = [clause?.name, clause?.namedBindings].filter((one) => one !== undefined);
    return whole.flatMap((one): Binding[] => {
      if (ts.isNamedImports(one))
        return one.elements.map((specifier) => {
          const typeOnly = isTypeOnly(clause) || specifier.isTypeOnly;
          return { ...shared, local: specifier.name.text, typeOnly, specifier };
        });
      const local = ts.isIdentifier(one) ? one.text : one.name.text;
      return [{ ...shared, local, typeOnly: isTypeOnly(clause), specifier: null }];
    });
  });
  return new Map(found.map((binding) => [binding.local, binding]));
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
  bindings: bindingsOf(source),
});

/** The span of a node without leading trivia. */
export const spanOf = (node: ts.Node): Span => ({ start: node.getStart(), end: node.end });
