import { typescript, type ts } from '../code/typescript.js';

/**
 * Finds the declarations of names in a file, in any scope. The result is undefined for names that the file does not declare. The
 * compiler binds the names without a library and without other files.
 */
export function declarationsOf(file: ts.SourceFile): (node: ts.Node) => ts.Declaration | undefined {
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
  return (node) => {
    const isShort = ts.isShorthandPropertyAssignment(node.parent);
    const symbol = isShort
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    return symbol?.declarations?.[0];
  };
}
