import { typescript, type ts } from '../code/typescript.js';
import { lineEnd } from '../merge/text-style.js';
import { compareText } from '../model/compare-text.js';
import { printImport } from '../render/print/print-code.js';

/** An import, or an export of what another module has. */
export type Bringing = (ts.ImportDeclaration | ts.ExportDeclaration) & {
  readonly moduleSpecifier: ts.Expression;
};

/** A name of another module, and as what it is wanted. */
export interface Brought {
  readonly name: string;
  readonly typeOnly: boolean;
  /** As it stands in the braces, without `type`. */
  readonly said: string;
}

/** The declarations of a file that name another module. */
export function bringing(file: ts.SourceFile): Bringing[] {
  const kit = typescript();
  return file.statements.filter(
    (node): node is Bringing =>
      (kit.isImportDeclaration(node) || kit.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined,
  );
}

/** The names in the braces of a declaration; none where it brings something else, too. */
export function namesIn(node: Bringing): readonly Brought[] {
  const kit = typescript();
  const clause = kit.isImportDeclaration(node) ? node.importClause : undefined;
  const list = kit.isExportDeclaration(node) ? node.exportClause : clause?.namedBindings;
  if (!list || clause?.name || !('elements' in list)) return [];
  return [...list.elements].map((one) => ({
    name: (one.propertyName ?? one.name).text,
    typeOnly: isOfTypes(node) || one.isTypeOnly,
    said: one.getText().replace(/^type\s+/, ''),
  }));
}

function isOfTypes(node: Bringing): boolean {
  const kit = typescript();
  if (kit.isExportDeclaration(node)) return node.isTypeOnly;
  return node.importClause?.phaseModifier === kit.SyntaxKind.TypeKeyword;
}

/** One import of all that several bring, printed as crudgen does, with the quotes and line ends of the file. */
export function oneImport(file: ts.SourceFile, nodes: readonly Bringing[], from: string): string {
  const names = nodes.flatMap(namesIn);
  const values = said(names.filter(({ typeOnly }) => !typeOnly));
  const types = said(names.filter(({ typeOnly }) => typeOnly)).filter(
    (one) => !values.includes(one),
  );
  const whole = nodes.every(isOfTypes);
  const list = whole ? types : [...values, ...types.map((one) => `type ${one}`)];
  const text = printImport(list, from, whole ? 'import type' : 'import');
  const mark = nodes[0]!.moduleSpecifier.getText().charAt(0);
  return text
    .replace(/'([^']*)';$/, `${mark}$1${mark}${nodes[0]!.getText().endsWith(';') ? ';' : ''}`)
    .replaceAll('\n', lineEnd(file.text));
}

const said = (names: readonly Brought[]): readonly string[] =>
  [...new Set(names.map((one) => one.said))].sort(compareText);
