import { typescript, type ts } from '../code/typescript.js';

/** A name that a file imports: what it is called in the module, `*` for the module itself. */
export interface Imported {
  readonly module: string;
  readonly name: string;
}

/** What the names of one file are bound to, in whatever scope, without the modules that it imports. */
export interface Bindings {
  /** Where a name is declared in the file; undefined for what it does not declare. */
  declarationOf(node: ts.Node): ts.Declaration | undefined;
  /** The import that a name, or a member of an imported module, stands for; null for anything else. */
  importOf(node: ts.Node): Imported | null;
}

/** The bindings of a file, which the compiler finds without a library and without other files. */
export function bindingsOf(file: ts.SourceFile): Bindings {
  const ts = typescript();
  const options = { noLib: true, noResolve: true, allowJs: true, jsx: ts.JsxEmit.Preserve };
  const host: ts.CompilerHost = {
    ...{ getSourceFile: (name) => (name === file.fileName ? file : undefined) },
    ...{ fileExists: (name) => name === file.fileName, readFile: () => undefined },
    ...{ getCurrentDirectory: () => '', getDefaultLibFileName: () => '', getNewLine: () => '\n' },
    ...{ getCanonicalFileName: (name) => name, useCaseSensitiveFileNames: () => true },
    ...{ writeFile: () => undefined },
  };
  const checker = ts.createProgram([file.fileName], options, host).getTypeChecker();
  const declarationOf = (node: ts.Node): ts.Declaration | undefined => {
    const isShort = ts.isShorthandPropertyAssignment(node.parent);
    const symbol = isShort
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    return symbol?.declarations?.[0];
  };
  const importOf = (node: ts.Node): Imported | null => {
    const member = ts.isPropertyAccessExpression(node) ? node.name.text : null;
    const owner = ts.isPropertyAccessExpression(node) ? node.expression : node;
    if (!ts.isIdentifier(owner)) return null;
    const found = importedBy(declarationOf(owner));
    if (member === null || found === null) return found;
    return found.name === '*' ? { ...found, name: member } : null;
  };
  return { declarationOf, importOf };
}

function importedBy(declaration: ts.Declaration | undefined): Imported | null {
  const ts = typescript();
  if (!declaration) return null;
  const from = ts.findAncestor(declaration, ts.isImportDeclaration)?.moduleSpecifier;
  if (!from || !ts.isStringLiteral(from)) return null;
  if (ts.isNamespaceImport(declaration)) return { module: from.text, name: '*' };
  if (!ts.isImportSpecifier(declaration)) return null;
  return { module: from.text, name: (declaration.propertyName ?? declaration.name).text };
}
