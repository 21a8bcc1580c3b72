import { askedModules, isLabel, type SaidName } from './asked-modules.js';
import { isCode, parseCode, typescript, type ts } from '../code/typescript.js';
import { isGenerated, type Tree } from '../tree.js';
import { resolveImport } from '../code/resolve-import.js';
import { applySplices, type Splice } from '../merge/splice.js';

/** What modules export under other names from now on: path -> old name -> new name. */
export type ExportNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

type Names = ReadonlyMap<string, string>;

/** One file on the way: what is renamed in it, and what it exports by another name because of that. */
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
  const kit = typescript();
  const found: ts.Identifier[] = [];
  const walk = (node: ts.Node): void => {
    if (kit.isIdentifier(node)) found.push(node);
    kit.forEachChild(node, walk);
  };
  walk(file);
  return found;
}

/** Whether a file has something of its own under a name. */
const isTaken = (file: ts.SourceFile, name: string): boolean =>
  identifiersOf(file).some((node) => node.text === name && !isLabel(node));

/** Renames what a name stands for in a file, wherever the file says it. */
function renameLocal({ file, splices, exported }: Renaming, from: string, to: string): void {
  const kit = typescript();
  for (const node of identifiersOf(file)) {
    if (node.text !== from) continue;
    const { parent } = node;
    if (kit.isShorthandPropertyAssignment(parent)) splices.push(replace(node, `${from}: ${to}`));
    else if (kit.isBindingElement(parent) && !parent.propertyName && parent.name === node)
      splices.push(
        replace(node, kit.isObjectBindingPattern(parent.parent) ? `${from}: ${to}` : to),
      );
    else if (kit.isExportSpecifier(parent)) {
      if (parent.parent.parent.moduleSpecifier || (parent.propertyName ?? parent.name) !== node)
        continue;
      splices.push(replace(node, to));
      if (!parent.propertyName) exported.set(from, to);
    } else if (!isLabel(node)) splices.push(replace(node, to));
  }
}

/** Follows a named import to the new name; beside something of that name the file keeps the old one as an alias. */
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

/** Follows `export { Task } from` and `export * from`, so that those who import from here follow, too. */
function renameReexport(
  { splices, exported }: Renaming,
  { exportClause }: ts.ExportDeclaration,
  names: Names,
): void {
  const kit = typescript();
  if (!exportClause) for (const [from, to] of names) exported.set(from, to);
  else if (kit.isNamedExports(exportClause))
    for (const one of exportClause.elements) {
      const from = (one.propertyName ?? one.name).text;
      const to = names.get(from);
      if (to === undefined) continue;
      splices.push(replace(one.propertyName ?? one.name, to));
      if (!one.propertyName) exported.set(from, to);
    }
}

/** Members of `import * as models` under their new names. */
function renameMembers({ file, splices }: Renaming, space: string, names: Names): void {
  const kit = typescript();
  for (const node of identifiersOf(file)) {
    const { parent } = node;
    const left = kit.isPropertyAccessExpression(parent)
      ? parent.expression
      : kit.isQualifiedName(parent)
        ? parent.left
        : null;
    const to = names.get(node.text);
    if (to !== undefined && left && left !== node && left.getText() === space)
      splices.push(replace(node, to));
  }
}

/** Gives a name that is said of a module the new one; a pattern goes on to call it as before, where nothing else renames that. */
function renameSaid({ splices }: Renaming, node: SaidName, to: string): void {
  const kit = typescript();
  const { parent } = node;
  const quote = kit.isIdentifier(node) ? 0 : 1;
  const at = node.getStart() + quote;
  const local = splices.findIndex((one) => one.at === at);
  const isBound = kit.isBindingElement(parent) && parent.name === node && local === -1;
  if (local !== -1) splices.splice(local, 1);
  const insert = isBound ? `${to}: ${node.text}` : to;
  splices.push({ at, remove: node.end - quote - at, insert });
}

/** A file with the names that it imports as the modules export them now. */
function renameIn(
  path: string,
  text: string,
  own: Names,
  tree: Tree,
  known: ExportNames,
): Renaming {
  const kit = typescript();
  const renaming = { file: parseCode(path, text), splices: [], exported: new Map(own) };
  const namesOf = (module: string | undefined): Names | undefined => {
    const target = module === undefined ? null : resolveImport(tree, path, module);
    return target === null ? undefined : known.get(target);
  };
  for (const [from, to] of own) renameLocal(renaming, from, to);
  for (const statement of renaming.file.statements) {
    if (!kit.isImportDeclaration(statement) && !kit.isExportDeclaration(statement)) continue;
    const names = namesOf(statement.moduleSpecifier?.getText().slice(1, -1));
    if (!names) continue;
    if (kit.isExportDeclaration(statement)) renameReexport(renaming, statement, names);
    else {
      const bindings = statement.importClause?.namedBindings;
      if (bindings && kit.isNamespaceImport(bindings))
        renameMembers(renaming, bindings.name.text, names);
      else bindings?.elements.forEach((one) => renameImport(renaming, one, names));
    }
  }
  for (const { module, names } of askedModules(renaming.file)) {
    const renamed = namesOf(module);
    for (const node of names) {
      const to = renamed?.get(node.text);
      if (to !== undefined) renameSaid(renaming, node, to);
    }
  }
  return renaming;
}

/** The files of a project after modules have given other names to what they export, with all that import it. */
export function renameExports(tree: Tree, names: ExportNames): Tree {
  const words = new RegExp(
    `\\b(?:${[...names.values()].flatMap((one) => [...one.keys()]).join('|')})\\b`,
  );
  const code = [...tree].filter(([path]) => isCode(path) && !isGenerated(path));
  const known = new Map(names);
  const changed = new Map(tree);
  // A file that passes a name on makes others follow, until nothing new is passed on.
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

/** The names of modules that other code of the file has already, so that giving them would break it. */
export function takenNames(tree: Tree, names: ExportNames): { path: string; name: string }[] {
  return [...names].flatMap(([path, renamed]) => {
    const text = tree.get(path);
    const file = text === undefined ? null : parseCode(path, text);
    return [...renamed]
      .filter(([from, to]) => file && isTaken(file, from) && isTaken(file, to))
      .map(([, name]) => ({ path, name }));
  });
}
