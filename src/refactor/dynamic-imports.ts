import { isMemberName } from '../code/identifiers.js';
import { moduleOf } from '../code/specifiers.js';
import { lineAt } from '../code/problem-at.js';
import { resolveImport } from '../code/resolve-import.js';
import { nodesIn, parseCode, typescript, type ts } from '../code/typescript.js';
import type { Tree } from '../tree.js';

/** A use of an export: after a dot, as a key, in a pattern. */
export type ExportUse = ts.Identifier | ts.StringLiteralLike;

/** A module that is loaded dynamically or in a type: `import('./task.js')`, `require('./task.js')`. */
export interface DynamicImport {
  readonly module: string;
  readonly names: readonly ExportUse[];
  /** Whether these are all uses: code that the module is passed to may use more. */
  readonly isWhole: boolean;
}

/** The modules that a file loads other than by import declarations, with the known uses of their exports. */
export const dynamicImports = (file: ts.SourceFile): readonly DynamicImport[] =>
  nodesIn(file).flatMap((node) => {
    const literal = moduleOf(node);
    if (!literal || !isDynamic(node) || !typescript().isStringLiteralLike(literal)) return [];
    return [{ module: literal.text, ...usesOf(node) }];
  });

const isDynamic = (node: ts.Node): node is ts.ImportTypeNode | ts.CallExpression =>
  typescript().isImportTypeNode(node) || typescript().isCallExpression(node);

/** The names of a module that the node which loads it uses, as far as they are known. */
export const namesUsedBy = (node: ts.Node): readonly string[] =>
  isDynamic(node) ? usesOf(node).names.map(({ text }) => text) : [];

function usesOf(node: ts.ImportTypeNode | ts.CallExpression): Omit<DynamicImport, 'module'> {
  const names: ExportUse[] = [];
  const isWhole = typescript().isCallExpression(node)
    ? followCall(node, names)
    : followType(node, names);
  return { names, isWhole };
}

/** A node and its parent, skipping parents that do not change the value. */
function around(node: ts.Node): readonly [ts.Node, ts.Node] {
  const ts = typescript();
  const { parent } = node;
  const isSame =
    ts.isParenthesizedExpression(parent) ||
    ts.isParenthesizedTypeNode(parent) ||
    ts.isNonNullExpression(parent);
  return isSame ? around(parent) : [node, parent];
}

function addUse(names: ExportUse[], node: ts.Node | undefined): boolean {
  const ts = typescript();
  if (!node || !(ts.isIdentifier(node) || ts.isStringLiteralLike(node))) return false;
  names.push(node);
  return true;
}

function followCall(node: ts.CallExpression, names: ExportUse[]): boolean {
  const ts = typescript();
  const isRequired = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isRequired ? followValue(node, names) : followPromise(node, names);
}

function followPromise(node: ts.Node, names: ExportUse[]): boolean {
  const ts = typescript();
  const [, parent] = around(node);
  if (ts.isAwaitExpression(parent)) return followValue(parent, names);
  if (ts.isExpressionStatement(parent)) return true;
  if (!ts.isPropertyAccessExpression(parent) || parent.name.text !== 'then') return false;
  const then = ts.isCallExpression(parent.parent) ? parent.parent.arguments[0] : undefined;
  if (!then || !(ts.isArrowFunction(then) || ts.isFunctionExpression(then))) return false;
  const [first] = then.parameters;
  return !first || followBinding(first.name, names);
}

function followValue(node: ts.Node, names: ExportUse[]): boolean {
  const ts = typescript();
  const [own, parent] = around(node);
  if (ts.isPropertyAccessExpression(parent)) return addUse(names, parent.name);
  if (ts.isElementAccessExpression(parent) && parent.expression === own)
    return addUse(names, parent.argumentExpression);
  if (ts.isQualifiedName(parent)) return addUse(names, parent.right);
  if (ts.isTypeQueryNode(parent)) return followType(parent, names);
  if (ts.isVariableDeclaration(parent)) return followBinding(parent.name, names);
  return ts.isExpressionStatement(parent);
}

function followType(node: ts.Node, names: ExportUse[]): boolean {
  const ts = typescript();
  if (ts.isImportTypeNode(node) && node.qualifier) return addUse(names, firstOf(node.qualifier));
  const [own, parent] = around(node);
  if (ts.isIndexedAccessTypeNode(parent) && parent.objectType === own) {
    const { indexType } = parent;
    return ts.isLiteralTypeNode(indexType) && addUse(names, indexType.literal);
  }
  if (ts.isTypeAliasDeclaration(parent))
    return followAll(parent.name, (use) => followType(use.parent, names));
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent))
    return followBinding(parent.name, names);
  return false;
}

const firstOf = (name: ts.EntityName): ts.Identifier =>
  typescript().isIdentifier(name) ? name : firstOf(name.left);

/** `{ Task }` or `{ Task: Mine }`, or a name whose uses are followed. */
function followBinding(name: ts.BindingName, names: ExportUse[]): boolean {
  const ts = typescript();
  if (ts.isIdentifier(name)) return followAll(name, (use) => followValue(use, names));
  if (!ts.isObjectBindingPattern(name)) return false;
  const known = name.elements.map(
    (one) => !one.dotDotDotToken && addUse(names, one.propertyName ?? one.name),
  );
  return known.every(Boolean);
}

/** Follows each visible use of a declaration. */
function followAll(declared: ts.Identifier, follow: (use: ts.Identifier) => boolean): boolean {
  const uses = nodesIn(scopeOf(declared))
    .filter(typescript().isIdentifier)
    .filter((node) => node.text === declared.text && node !== declared && !isLabel(node));
  return uses.map(follow).every(Boolean);
}

function scopeOf(node: ts.Node): ts.Node {
  const ts = typescript();
  const isScope = ts.isBlock(node) || ts.isSourceFile(node) || ts.isFunctionLike(node);
  return isScope ? node : scopeOf(node.parent);
}

/** Whether an identifier is only a label: the name of a member, or of an import or export in braces. */
export function isLabel(node: ts.Identifier): boolean {
  const { isImportSpecifier, isExportSpecifier } = typescript();
  return isMemberName(node) || isImportSpecifier(node.parent) || isExportSpecifier(node.parent);
}

/** The places at which a file that passes a module on may use its exports by their old names. */
export function possibleUses(
  path: string,
  files: Tree,
  exports: ReadonlyMap<string, ReadonlyMap<string, string>>,
): { name: string; line: number }[] {
  const text = files.get(path) ?? '';
  const file = parseCode(path, text);
  const names = dynamicImports(file)
    .filter(({ isWhole }) => !isWhole)
    .flatMap(({ module }) => {
      const target = resolveImport(files, path, module);
      return [...(exports.get(target ?? '')?.keys() ?? [])];
    });
  return labelsIn(file, new Set(names)).map((node) => ({
    name: node.text,
    line: lineAt(text, node.getStart()),
  }));
}

/** Labels that may be exports of a module. */
function labelsIn(file: ts.SourceFile, names: ReadonlySet<string>): ExportUse[] {
  const ts = typescript();
  const isOfPattern = ({ parent }: ts.Node): boolean =>
    ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent);
  return nodesIn(file).filter(
    (node): node is ExportUse =>
      (ts.isStringLiteralLike(node) ||
        (ts.isIdentifier(node) && (isLabel(node) || isOfPattern(node)))) &&
      names.has(node.text),
  );
}
