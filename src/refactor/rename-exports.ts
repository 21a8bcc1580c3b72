import { dynamicImports, isLabel, type ExportUse } from './dynamic-imports.js';
import { identifiersIn } from '../code/identifiers.js';
import { importedNames, listedExports, type ModuleName } from '../code/module-names.js';
import { isCode, parseCode, typescript, type ts } from '../code/typescript.js';
import { isGenerated, type Tree } from '../tree.js';
import { resolveImport } from '../code/resolve-import.js';
import { withoutLibraryNames } from '../merge/follow-aliases.js';
import { applySplices, replaceNode, type Splice } from '../merge/splice.js';

/** Renamed exports: path -> old name -> new name. */
export type ExportNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

type Names = ReadonlyMap<string, string>;

/** A file in progress: its edits, and the exports that are renamed as a result. */
interface Renaming {
  readonly text: string;
  readonly file: ts.SourceFile;
  readonly splices: Splice[];
  readonly exported: Map<string, string>;
}

/** Whether a file declares a name itself. */
const isTaken = (file: ts.SourceFile, name: string): boolean =>
  identifiersIn(file).some((node) => node.text === name && !isLabel(node));

/** Renames a declaration throughout its file. */
function renameLocal({ file, splices, exported }: Renaming, from: string, to: string): void {
  const ts = typescript();
  for (const node of identifiersIn(file)) {
    if (node.text !== from) continue;
    const { parent } = node;
    if (ts.isShorthandPropertyAssignment(parent)) splices.push(replaceNode(node, `${from}: ${to}`));
    else if (ts.isBindingElement(parent) && !parent.propertyName && parent.name === node)
      splices.push(
        replaceNode(node, ts.isObjectBindingPattern(parent.parent) ? `${from}: ${to}` : to),
      );
    else if (ts.isExportSpecifier(parent)) {
      if (parent.parent.parent.moduleSpecifier || (parent.propertyName ?? parent.name) !== node)
        continue;
      splices.push(replaceNode(node, to));
      if (!parent.propertyName) exported.set(from, to);
    } else if (!isLabel(node)) splices.push(replaceNode(node, to));
  }
}

/** Updates an import; where the new name is taken, the old one stays as an alias. */
function renameImport(
  renaming: Renaming,
  { name, local, specifier: one }: ModuleName<ts.ImportDeclaration>,
  names: Names,
): void {
  if (name === '*') return renameMembers(renaming, local, names);
  const to = names.get(name);
  if (!one || to === undefined) return;
  if (one.propertyName) renaming.splices.push(replaceNode(one.propertyName, to));
  else if (isTaken(renaming.file, to))
    renaming.splices.push(replaceNode(one.name, `${to} as ${one.name.text}`));
  else {
    renaming.splices.push(replaceNode(one.name, to));
    renameLocal(renaming, one.name.text, to);
  }
}

/** Updates `export { Task } from` and `export * from`, and records the renamed exports of this file. */
function renameReexport(
  { splices, exported }: Renaming,
  { local, name, specifier: one }: ModuleName<ts.ExportDeclaration>,
  names: Names,
): void {
  if (local === '*') for (const [from, to] of names) exported.set(from, to);
  const to = names.get(name);
  if (!one || to === undefined) return;
  splices.push(replaceNode(one.propertyName ?? one.name, to));
  if (!one.propertyName) exported.set(name, to);
}

/** Renames members of `import * as models`. */
function renameMembers({ file, splices }: Renaming, space: string, names: Names): void {
  const ts = typescript();
  for (const node of identifiersIn(file)) {
    const { parent } = node;
    const left = ts.isPropertyAccessExpression(parent)
      ? parent.expression
      : ts.isQualifiedName(parent)
        ? parent.left
        : null;
    const to = names.get(node.text);
    if (to !== undefined && left && left !== node && left.getText() === space)
      splices.push(replaceNode(node, to));
  }
}

/** Renames a use of an export; in a pattern the local name stays. */
function renameUse({ splices }: Renaming, node: ExportUse, to: string): void {
  const ts = typescript();
  const { parent } = node;
  const quote = ts.isIdentifier(node) ? 0 : 1;
  const at = node.getStart() + quote;
  const local = splices.findIndex((one) => one.at === at);
  const isBound = ts.isBindingElement(parent) && parent.name === node && local === -1;
  if (local !== -1) splices.splice(local, 1);
  const insert = isBound ? `${to}: ${node.text}` : to;
  splices.push({ at, remove: node.end - quote - at, insert });
}

/** Updates a file to the renamed exports of the modules that it imports. */
function renameIn(
  path: string,
  given: string,
  own: Names,
  tree: Tree,
  known: ExportNames,
): Renaming {
  const namesOf = (module: string | null): Names => {
    const target = module === null ? null : resolveImport(tree, path, module);
    return (target !== null && known.get(target)) || new Map();
  };
  const imported = importedNames(parseCode(path, given)).flatMap(
    ({ name, module }) => namesOf(module).get(name) ?? [],
  );
  // What a library calls so makes room for the class.
  const text = withoutLibraryNames(path, given, new Set([...own.values(), ...imported]));
  const renaming = { text, file: parseCode(path, text), splices: [], exported: new Map(own) };
  for (const [from, to] of own) renameLocal(renaming, from, to);
  for (const one of importedNames(renaming.file)) renameImport(renaming, one, namesOf(one.module));
  for (const one of listedExports(renaming.file))
    renameReexport(renaming, one, namesOf(one.module));
  for (const { module, names } of dynamicImports(renaming.file)) {
    const renamed = namesOf(module);
    for (const node of names) {
      const to = renamed.get(node.text);
      if (to !== undefined) renameUse(renaming, node, to);
    }
  }
  return renaming;
}

/** Renames exports of modules, and all imports of them. */
export function renameExports(tree: Tree, names: ExportNames): Tree {
  const words = new RegExp(
    `\\b(?:${[...names.values()].flatMap((one) => [...one.keys()]).join('|')})\\b`,
  );
  const code = [...tree].filter(([path]) => isCode(path) && !isGenerated(path));
  const known = new Map(names);
  const changed = new Map(tree);
  // Re-exports pass renames on to further files, until nothing changes.
  for (let before = -1; before < countOf(known);) {
    before = countOf(known);
    for (const [path, text] of code) {
      if (!words.test(text) && !/\bexport\s*\*/.test(text)) continue;
      const own = names.get(path) ?? new Map<string, string>();
      const { text: before, splices, exported } = renameIn(path, text, own, tree, known);
      changed.set(path, applySplices(before, splices) ?? text);
      if (exported.size > 0) known.set(path, exported);
    }
  }
  return changed;
}

const countOf = (names: ExportNames): number =>
  [...names.values()].reduce((sum, { size }) => sum + size, 0);

/** New names that are already taken in the module. */
export function takenNames(tree: Tree, names: ExportNames): { path: string; name: string }[] {
  return [...names].flatMap(([path, renamed]) => {
    const text = tree.get(path);
    if (text === undefined) return [];
    const file = parseCode(path, withoutLibraryNames(path, text, new Set(renamed.values())));
    return [...renamed]
      .filter(([from, to]) => isTaken(file, from) && isTaken(file, to))
      .map(([, name]) => ({ path, name }));
  });
}
