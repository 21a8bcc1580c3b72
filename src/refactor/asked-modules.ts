import { moduleOf } from '../code/specifiers.js';
import { resolveImport } from '../code/resolve-import.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import type { Tree } from '../tree.js';

/** A name of a module where code says it: after a dot, as a key, in a pattern. */
export type SaidName = ts.Identifier | ts.StringLiteralLike;

/** A module that code asks for where it runs, or in a type: `import('./task.js')`, `require('./task.js')`. */
export interface AskedModule {
  readonly module: string;
  readonly names: readonly SaidName[];
  /** Whether these are all: what the module is given to else may say names, too. */
  readonly isWhole: boolean;
}

/** The modules that a file asks for beside its imports, with what it says of them as far as that is plain. */
export function askedModules(file: ts.SourceFile): readonly AskedModule[] {
  const kit = typescript();
  const found: AskedModule[] = [];
  const visit = (node: ts.Node): void => {
    const isAsking = kit.isImportTypeNode(node) || kit.isCallExpression(node);
    const literal = isAsking ? moduleOf(node) : undefined;
    if (literal && kit.isStringLiteralLike(literal)) {
      const names: SaidName[] = [];
      const isWhole = kit.isImportTypeNode(node)
        ? followType(node, names)
        : followCall(node as ts.CallExpression, names);
      found.push({ module: literal.text, names, isWhole });
    }
    kit.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What stands around an expression or a type, but for what does not change it. */
function around(node: ts.Node): readonly [ts.Node, ts.Node] {
  const kit = typescript();
  const { parent } = node;
  const isSame =
    kit.isParenthesizedExpression(parent) ||
    kit.isParenthesizedTypeNode(parent) ||
    kit.isNonNullExpression(parent);
  return isSame ? around(parent) : [node, parent];
}

function say(names: SaidName[], node: ts.Node | undefined): boolean {
  const kit = typescript();
  if (!node || !(kit.isIdentifier(node) || kit.isStringLiteralLike(node))) return false;
  names.push(node);
  return true;
}

function followCall(node: ts.CallExpression, names: SaidName[]): boolean {
  const kit = typescript();
  const isRequired = kit.isIdentifier(node.expression) && node.expression.text === 'require';
  return isRequired ? followValue(node, names) : followPromise(node, names);
}

function followPromise(node: ts.Node, names: SaidName[]): boolean {
  const kit = typescript();
  const [, parent] = around(node);
  if (kit.isAwaitExpression(parent)) return followValue(parent, names);
  if (kit.isExpressionStatement(parent)) return true;
  if (!kit.isPropertyAccessExpression(parent) || parent.name.text !== 'then') return false;
  const then = kit.isCallExpression(parent.parent) ? parent.parent.arguments[0] : undefined;
  if (!then || !(kit.isArrowFunction(then) || kit.isFunctionExpression(then))) return false;
  const [first] = then.parameters;
  return !first || followBinding(first.name, names);
}

function followValue(node: ts.Node, names: SaidName[]): boolean {
  const kit = typescript();
  const [own, parent] = around(node);
  if (kit.isPropertyAccessExpression(parent)) return say(names, parent.name);
  if (kit.isElementAccessExpression(parent) && parent.expression === own)
    return say(names, parent.argumentExpression);
  if (kit.isQualifiedName(parent)) return say(names, parent.right);
  if (kit.isTypeQueryNode(parent)) return followType(parent, names);
  if (kit.isVariableDeclaration(parent)) return followBinding(parent.name, names);
  return kit.isExpressionStatement(parent);
}

function followType(node: ts.Node, names: SaidName[]): boolean {
  const kit = typescript();
  if (kit.isImportTypeNode(node) && node.qualifier) return say(names, firstOf(node.qualifier));
  const [own, parent] = around(node);
  if (kit.isIndexedAccessTypeNode(parent) && parent.objectType === own) {
    const { indexType } = parent;
    return kit.isLiteralTypeNode(indexType) && say(names, indexType.literal);
  }
  if (kit.isTypeAliasDeclaration(parent))
    return followAll(parent.name, (use) => followType(use.parent, names));
  if (kit.isVariableDeclaration(parent) || kit.isParameter(parent))
    return followBinding(parent.name, names);
  return false;
}

const firstOf = (name: ts.EntityName): ts.Identifier =>
  typescript().isIdentifier(name) ? name : firstOf(name.left);

/** `{ Task }` or `{ Task: Mine }`, or a name whose uses are followed. */
function followBinding(name: ts.BindingName, names: SaidName[]): boolean {
  const kit = typescript();
  if (kit.isIdentifier(name)) return followAll(name, (use) => followValue(use, names));
  if (!kit.isObjectBindingPattern(name)) return false;
  const said = name.elements.map(
    (one) => !one.dotDotDotToken && say(names, one.propertyName ?? one.name),
  );
  return said.every(Boolean);
}

/** Follows each use of what is declared, where it can be seen. */
function followAll(declared: ts.Identifier, follow: (use: ts.Identifier) => boolean): boolean {
  const kit = typescript();
  let isWhole = true;
  const visit = (node: ts.Node): void => {
    const isUse = kit.isIdentifier(node) && node.text === declared.text && node !== declared;
    if (isUse && !isLabel(node)) isWhole = follow(node) && isWhole;
    kit.forEachChild(node, visit);
  };
  visit(scopeOf(declared));
  return isWhole;
}

function scopeOf(node: ts.Node): ts.Node {
  const kit = typescript();
  const isScope = kit.isBlock(node) || kit.isSourceFile(node) || kit.isFunctionLike(node);
  return isScope ? node : scopeOf(node.parent);
}

/** Whether an identifier only names something of something else: a property, a key, an attribute, a foreign name. */
export function isLabel(node: ts.Identifier): boolean {
  const kit = typescript();
  const { parent } = node;
  if (kit.isPropertyAccessExpression(parent)) return parent.name === node;
  if (kit.isQualifiedName(parent))
    return parent.right === node || kit.isImportTypeNode(parent.parent);
  if (kit.isBindingElement(parent)) return parent.propertyName === node;
  if (kit.isImportSpecifier(parent) || kit.isExportSpecifier(parent)) return true;
  if (kit.isImportTypeNode(parent)) return true;
  return (
    (kit.isPropertyAssignment(parent) ||
      kit.isPropertyDeclaration(parent) ||
      kit.isPropertySignature(parent) ||
      kit.isMethodDeclaration(parent) ||
      kit.isMethodSignature(parent) ||
      kit.isAccessor(parent) ||
      kit.isEnumMember(parent) ||
      kit.isJsxAttribute(parent)) &&
    parent.name === node
  );
}

/** Where a file that gives a module on to else speaks of what that exported under another name. */
export function saidOfModules(
  path: string,
  files: Tree,
  exports: ReadonlyMap<string, ReadonlyMap<string, string>>,
): { name: string; line: number }[] {
  const text = files.get(path) ?? '';
  const file = parseCode(path, text);
  const names = askedModules(file)
    .filter(({ isWhole }) => !isWhole)
    .flatMap(({ module }) => {
      const target = resolveImport(files, path, module);
      return [...(exports.get(target ?? '')?.keys() ?? [])];
    });
  return namesSaid(file, new Set(names)).map((node) => ({
    name: node.text,
    line: text.slice(0, node.getStart()).split('\n').length,
  }));
}

/** Names that stand for something of something else, as they do for what a module has. */
function namesSaid(file: ts.SourceFile, names: ReadonlySet<string>): SaidName[] {
  const kit = typescript();
  const found: SaidName[] = [];
  const isOfPattern = ({ parent }: ts.Node): boolean =>
    kit.isBindingElement(parent) && kit.isObjectBindingPattern(parent.parent);
  const visit = (node: ts.Node): void => {
    const isSaid =
      kit.isStringLiteralLike(node) ||
      (kit.isIdentifier(node) && (isLabel(node) || isOfPattern(node)));
    if (isSaid && names.has(node.text)) found.push(node);
    kit.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
