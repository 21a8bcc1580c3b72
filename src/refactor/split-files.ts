import { moduleOf } from '../code/specifiers.js';
import { specifierOf } from '../code/module-names.js';
import { resolveImport } from '../code/resolve-import.js';
import { isCode, nodesIn, parseCode, typescript, type ts } from '../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../merge/splice.js';
import { lineEnd } from '../merge/text-style.js';
import { fileName, type Tree } from '../tree.js';
import { namesUsedBy } from './dynamic-imports.js';
import { notesIn, withoutEnding } from './fold-files.js';
import { bracedNames, type ImportLike, importsIn, type ImportedName } from './import-like.js';
import { type Cut, splitText } from './split-text.js';

/** Cuts by the paths of files. */
export type Cuts = ReadonlyMap<string, Cut>;

/** Splits files into their pieces, and lets all code import each name from its piece. */
export function splitFiles(files: Tree, cuts: Cuts): Tree {
  if (cuts.size === 0) return files;
  const split = new Map<string, string>();
  for (const [path, text] of files) {
    const fitted = importingPieces(path, text, files, cuts);
    const cut = cuts.get(path);
    if (!cut) split.set(path, fitted);
    else for (const [piece, one] of splitText(path, fitted, cut)) split.set(piece, one);
  }
  return split;
}

/** The path of a piece of a file, beside it: imports of both are alike. */
export const piecePath = (path: string, at: number): string =>
  at === 0 ? path : path.slice(0, -fileName(path).length) + `${at + 1}~${fileName(path)}`;

/** The path of the file that a piece is of. */
export const wholePath = (piece: string): string => piece.replace(/\d+~(?=[^/]*$)/, '');

/** A text that imports from pieces of files where it imported from the files. */
function importingPieces(path: string, text: string, files: Tree, cuts: Cuts): string {
  if (!isCode(path) || !namedIn(text, cuts)) return text;
  const file = parseCode(path, text);
  const cutOf = (specifier: string): Cut | undefined =>
    cuts.get(resolveImport(files, path, specifier) ?? '');
  const declarations = importsIn(file);
  const splices = declarations.flatMap((node) => {
    const cut = cutOf(specifierOf(node));
    return cut ? splitImport(file, node, cut) : [];
  });
  const others = nodesIn(file).flatMap((node): readonly Splice[] => {
    const literal = declarations.includes(node as ImportLike) ? undefined : moduleOf(node);
    if (!literal || !typescript().isStringLiteralLike(literal)) return [];
    const cut = cutOf(literal.text);
    return cut ? leadTo(literal, mostOf(namesUsedBy(node), cut), cut) : [];
  });
  return applySplices(text, [...splices, ...others]) ?? text;
}

/** A cheap check for quoted strings that may name one of these files. */
function namedIn(text: string, cuts: Cuts): boolean {
  return [...cuts.keys()].some((path) => text.includes(`/${withoutEnding(fileName(path))}`));
}

/** An import or a re-export from the pieces that have its names, with one declaration for each piece. */
function splitImport(file: ts.SourceFile, node: ImportLike, cut: Cut): readonly Splice[] {
  const names = bracedNames(node);
  if (names.length === 0) return leadWhole(file, node, cut);
  const groups = cut.pieces.flatMap((piece) => {
    const own = names.filter(({ name }) => placeOf(name, cut) === piece);
    return own.length > 0 ? [{ piece, own }] : [];
  });
  const [only, ...more] = groups;
  if (only && more.length === 0) return leadTo(node.moduleSpecifier, only.piece, cut);
  const lines = groups.map(({ piece, own }) => declarationOf(node, piece, own));
  return [
    replaceNode(node, [...notesIn(node), ...lines].join('\n').replaceAll('\n', lineEnd(file.text))),
  ];
}

const placeOf = (name: string, { pieces, places }: Cut): string => places.get(name) ?? pieces[0]!;

/** A declaration with some of its names, from a piece. */
function declarationOf(node: ImportLike, piece: string, names: readonly ImportedName[]): string {
  const start = node.getStart();
  const text = node.getText();
  const specifier = specifierOf(node);
  const list = names[0]!.specifier.parent;
  const head = text.slice(0, list.getStart() - start);
  const tail = text.slice(list.end - start);
  const own = names.map((one) => one.specifier.getText()).join(', ');
  return `${head}{ ${own} }${tail.replace(specifier, () => specifierOfPiece(specifier, piece))}`;
}

/** An import of a whole module leads to the piece with most of the names that the file uses; a re-export of all becomes several. */
function leadWhole(file: ts.SourceFile, node: ImportLike, cut: Cut): readonly Splice[] {
  const ts = typescript();
  const specifier = specifierOf(node);
  if (ts.isExportDeclaration(node) && !node.exportClause) {
    const lines = cut.pieces.map((piece) =>
      node.getText().replace(specifier, () => specifierOfPiece(specifier, piece)),
    );
    return [replaceNode(node, lines.join(lineEnd(file.text)))];
  }
  const clause = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined;
  const names = clause && ts.isNamespaceImport(clause) ? membersOf(file, clause.name.text) : [];
  return leadTo(node.moduleSpecifier, mostOf(names, cut), cut);
}

/** The members of a namespace that a file uses. */
function membersOf(file: ts.SourceFile, space: string): readonly string[] {
  const ts = typescript();
  return nodesIn(file).flatMap((node) => {
    if (ts.isPropertyAccessExpression(node))
      return node.expression.getText() === space ? [node.name.text] : [];
    return ts.isQualifiedName(node) && node.left.getText() === space ? [node.right.text] : [];
  });
}

/** The piece with most of some names; the first of these pieces. */
function mostOf(names: readonly string[], cut: Cut): string {
  const count = (piece: string) => names.filter((name) => placeOf(name, cut) === piece).length;
  return cut.pieces.reduce((best, piece) => (count(piece) > count(best) ? piece : best));
}

/** The edit that makes a specifier lead to a piece. */
function leadTo(literal: ts.Expression, piece: string, { pieces }: Cut): readonly Splice[] {
  if (piece === pieces[0]) return [];
  const specifier = literal.getText().slice(1, -1);
  const [at, remove] = [literal.getStart() + 1, specifier.length];
  return [{ at, remove, insert: specifierOfPiece(specifier, piece) }];
}

/** A specifier of a file as that of a piece beside it. */
const specifierOfPiece = (specifier: string, piece: string): string => {
  const mark = /^\d+~/.exec(fileName(piece))?.[0] ?? '';
  return specifier.replace(/[^/]*$/, (name) => mark + name);
};
