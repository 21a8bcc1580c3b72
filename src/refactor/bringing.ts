import { typescript, type ts } from '../code/typescript.js';
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
  /** Whether the whole declaration is of types. */
  readonly amongTypes: boolean;
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

/** The module that a declaration names, without quotes. */
export const specifierOf = ({ moduleSpecifier }: Bringing): string =>
  moduleSpecifier.getText().slice(1, -1);

/** The names in the braces of a declaration; none where it brings something else, too. */
export function namesIn(node: Bringing): readonly Brought[] {
  const kit = typescript();
  const clause = kit.isImportDeclaration(node) ? node.importClause : undefined;
  const list = kit.isExportDeclaration(node) ? node.exportClause : clause?.namedBindings;
  if (!list || clause?.name || !('elements' in list)) return [];
  const amongTypes = kit.isExportDeclaration(node)
    ? node.isTypeOnly
    : clause?.phaseModifier === kit.SyntaxKind.TypeKeyword;
  return [...list.elements].map((one) => ({
    name: (one.propertyName ?? one.name).text,
    typeOnly: amongTypes || one.isTypeOnly,
    amongTypes,
    said: one.getText().replace(/^type\s+/, ''),
  }));
}

/** An import of some names as crudgen prints it, values before types, in the quotes of the declaration that it stands for. */
export function importText(node: Bringing, from: string, names: readonly Brought[]): string {
  const values = said(names.filter(({ typeOnly }) => !typeOnly));
  const types = said(names.filter(({ typeOnly }) => typeOnly)).filter(
    (one) => !values.includes(one),
  );
  const whole = names.every(({ amongTypes }) => amongTypes);
  const list = whole ? types : [...values, ...types.map((one) => `type ${one}`)];
  const text = printImport(list, from, whole ? 'import type' : 'import');
  const mark = node.moduleSpecifier.getText().charAt(0);
  const end = node.getText().endsWith(';') ? ';' : '';
  return text.replace(/(['"])(.*)\1;$/, (_, _quote, path) => `${mark}${path}${mark}${end}`);
}

const said = (names: readonly Brought[]): readonly string[] =>
  [...new Set(names.map((one) => one.said))].sort(compareText);
