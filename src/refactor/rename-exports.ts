import { dynamicImports, isLabel, type ExportUse } from './dynamic-imports.js';
import { isCode, parseCode, typescript, type ts } from '../code/typescript.js';
import { isGenerated, type Tree } from '../tree.js';
import { resolveImport } from '../code/resolve-import.js';
import { applySplices, type Splice } from '../merge/splice.js';

/** Renamed exports: path -> old name -> new name. */
export type ExportNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

type Names = ReadonlyMap<string, string>;

/** A file in progress: its edits, and the exports that are renamed as a result. */
interface Renaming {
  readonly file: ts.SourceFile;
  readonly splices: Splice[];
  readonly exported: Map<string, string>;
}

const replace = (node: ts.Node, insert: string): Splice => {
  const at = node.getStart();
  return { at, remove: node.end - at, insert };
};

function identifiersOf(file: ts.SourceFile): ts.Identifier[] {
  const ts = typescript();
  const found: ts.Identifier[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node);
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}

/** Whether a file declares a name itself. */
const isTaken = (file: ts.SourceFile, name: string): boolean =>
  identifiersOf(file).some((node) => node.text === name && !isLabel(node));

/** Renames a declaration throughout its file. */
function renameLocal({ file, splices, exported }: Renaming, from: string, to: string): void {
  const ts = typescript();
  for (const node of identifiersOf(file)) {
    if (node.text !== from) continue;
    const { parent } = node;
    if (ts.isShorthandPropertyAssignment(parent)) splices.push(replace(node, `${from}: ${to}`));
    else if (ts.isBindingElement(parent) && !parent.propertyName && parent.name === node)
      splices.push(replace(node, ts.isObjectBindingPattern(parent.parent) ? `${from}: ${to}` : to));
    else if (ts.isExportSpecifier(parent)) {
      if (parent.parent.parent.moduleSpecifier || (parent.propertyName ?? parent.name) !== node)
        continue;
      splices.push(replace(node, to));
      if (!parent.propertyName) exported.set(from, to);
    } else if (!isLabel(node)) splices.push(replace(node, to));
  }
}

/** Updates a named import; where the new name is taken, the old one stays as an alias. */
function renameImport(renaming: Renaming, one: ts.ImportSpecifier, names: Names): void {
  const to = names.get((one.propertyName ?? one.name).text);
  if (to === undefined) return;
  if (one.propertyName) renaming.splices.push(replace(one.propertyName, to));
  else if (isTaken(renaming.file, to))
    renaming.splices.push(replace(one.name, `${to} as ${one.name.text}`));
  else {
    renaming.splices.push(replace(one.name, to));
    renameLocal(renaming, one.name.text, to);
  }
}

/** Updates `export { Task } from` and `export * from`, and records the renamed exports of this file. */
function renameReexport(
  { splices, exported }: Renaming,
  { exportClause }: ts.ExportDeclaration,
  names: Names,
): void {
  const ts = typescript();
  if (!exportClause) for (const [from, to] of names) exported.set(from, to);
  else if (ts.isNamedExports(exportClause))
    for (const one of exportClause.elements) {
      const from = (one.propertyName ?? one.name).text;
      const to = names.get(from);
      if (to === undefined) continue;
      splices.push(replace(one.propertyName ?? one.name, to));
      if (!one.propertyName) exported.set(from, to);
    }
}

/** Renames members of `import * as models`. */
function renameMembers({ file, splices }: Renaming, space: string, names: Names): void {
  const ts = typescript();
  for (const node of identifiersOf(file)) {
    const { parent } = node;
    const left = ts.isPropertyAccessExpression(parent)
      ? parent.expression
      : ts.isQualifiedName(parent)
        ? parent.left
        : null;
    const to = names.get(node.text);
    if (to !== undefined && left && left !== node && left.getText() === space)
      splices.push(replace(node, to));
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
  text: string,
  own: Names,
  tree: Tree,
  known: ExportNames,
): Renaming {
  const ts = typescript();
  const renaming = { file: parseCode(path, text), splices: [], exported: new Map(own) };
  const namesOf = (module: string | undefined): Names | undefined => {
    const target = module === undefined ? null : resolveImport(tree, path, module);
    return target === null ? undefined : known.get(target);
  };
  for (const [from, to] of own) renameLocal(renaming, from, to);
  for (const statement of renaming.file.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const names = namesOf(statement.moduleSpecifier?.getText().slice(1, -1));
    if (!names) continue;
    if (ts.isExportDeclaration(statement)) renameReexport(renaming, statement, names);
    else {
      const bindings = statement.importClause?.namedBindings;
      if (bindings && ts.isNamespaceImport(bindings))
        renameMembers(renaming, bindings.name.text, names);
      else bindings?.elements.forEach((one) => renameImport(renaming, one, names));
    }
  }
  for (const { module, names } of dynamicImports(renaming.file)) {
    const renamed = namesOf(module);
    for (const node of names) {
      const to = renamed?.get(node.text);
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
  for (let before = -1; before < known.size;) {
    before = known.size;
    for (const [path, text] of code) {
      if (!words.test(text) && !/\bexport\s*\*/.test(text)) continue;
      const own = names.get(path) ?? new Map<string, string>();
      const { splices, exported } = renameIn(path, text, own, tree, known);
      changed.set(path, applySplices(text, splices) ?? text);
      if (exported.size > 0) known.set(path, exported);
    }
  }
  return changed;
}

/** New names that are already taken in the module. */
export function takenNames(tree: Tree, names: ExportNames): { path: string; name: string }[] {
  return [...names].flatMap(([path, renamed]) => {
    const text = tree.get(path);
    const file = text === undefined ? null : parseCode(path, text);
    return [...renamed]
      .filter(([from, to]) => file && isTaken(file, from) && isTaken(file, to))
      .map(([, name]) => ({ path, name }));
  });
}
