import { compareText } from '../../model/names.js';
import { specifierOf } from '../../code/module-names.js';
import { parseCode, typescript, type ts } from '../../code/typescript.js';
import { applySplices, replaceNode } from '../splice.js';

/**
 * Sorts a generated registry as crudgen would write it: imports by name, and the array in the order of the imports. After a
 * merge of two branches its order is arbitrary.
 */
export function sortGenerated(path: string, text: string): string {
  const file = parseCode(path, text);
  const { isImportDeclaration } = typescript();
  const imports = file.statements.filter(isImportDeclaration);
  const sorted = imports.toSorted((a, b) => compareText(sortKey(a), sortKey(b)));
  const names = sorted.flatMap((one, at) => clauseNames(one).map((name) => [name, at] as const));
  const order = new Map(names);
  const lastNamed = (entry: ts.Node): number =>
    Math.max(...(entry.getText(file).match(/[\w$]+/g) ?? []).map((word) => order.get(word) ?? -1));
  const entries = generatedEntries(file);
  const inTurn = entries.toSorted((a, b) => lastNamed(a) - lastNamed(b));
  const inPlace = (nodes: readonly ts.Node[], wanted: readonly ts.Node[]) =>
    wanted.map((node, at) => replaceNode(nodes[at]!, node.getText()));
  return applySplices(text, [...inPlace(imports, sorted), ...inPlace(entries, inTurn)]) ?? text;
}

/** Packages and import aliases come before files. */
function sortKey(declaration: ts.ImportDeclaration): string {
  const specifier = specifierOf(declaration);
  return `${specifier.startsWith('.') ? 1 : 0}${specifier}`;
}

const clauseNames = ({ importClause }: ts.ImportDeclaration): string[] =>
  importClause?.getText().match(/[\w$]+/g) ?? [];

/** The entries of the exported array. */
function generatedEntries(file: ts.SourceFile): readonly ts.Node[] {
  const { isVariableStatement, isArrayLiteralExpression } = typescript();
  const made = file.statements
    .filter(isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .map(({ initializer }) => initializer);
  return made.find((one) => one !== undefined && isArrayLiteralExpression(one))?.elements ?? [];
}
