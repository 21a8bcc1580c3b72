import { moduleNames, type ModuleName } from '../code/module-names.js';
import { typescript, type ts } from '../code/typescript.js';
import { compareText } from '../model/names.js';
import { importStatement } from './import-statement.js';

/** An import, or a re-export. */
export type ImportLike = (ts.ImportDeclaration | ts.ExportDeclaration) & {
  readonly moduleSpecifier: ts.Expression;
};

/** An imported or re-exported name in braces. */
export type ImportedName = ModuleName & {
  readonly specifier: ts.ImportSpecifier | ts.ExportSpecifier;
};

/** The imports and re-exports of a file. */
export function importsIn(file: ts.SourceFile): ImportLike[] {
  const ts = typescript();
  return file.statements.filter(
    (node): node is ImportLike =>
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined,
  );
}

/** The names in the braces of a declaration; none where it also imports something else. */
export function bracedNames(node: ImportLike): readonly ImportedName[] {
  const names: readonly ModuleName[] = moduleNames(node);
  const braced = names.filter((one): one is ImportedName => one.specifier !== null);
  return braced.length === names.length ? braced : [];
}

/** The text in the braces, without `type`. */
const importedText = ({ specifier }: ImportedName): string =>
  specifier.getText().replace(/^type\s+/, '');

/** An import of some names as crudgen prints it, values before types, in the quotes of the original declaration. */
export function importText(node: ImportLike, from: string, names: readonly ImportedName[]): string {
  const values = textsOf(names.filter(({ typeOnly }) => !typeOnly));
  const types = textsOf(names.filter(({ typeOnly }) => typeOnly)).filter(
    (one) => !values.includes(one),
  );
  const whole = names.every(({ typeOnly, specifier }) => typeOnly && !specifier.isTypeOnly);
  const list = whole ? types : [...values, ...types.map((one) => `type ${one}`)];
  const text = importStatement(list, from, whole ? 'import type' : 'import');
  const mark = node.moduleSpecifier.getText().charAt(0);
  const end = node.getText().endsWith(';') ? ';' : '';
  return text.replace(/(['"])(.*)\1;$/, (_, _quote, path) => `${mark}${path}${mark}${end}`);
}

const textsOf = (names: readonly ImportedName[]): readonly string[] =>
  [...new Set(names.map(importedText))].sort(compareText);
