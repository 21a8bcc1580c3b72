import { kebabCase } from '../model/names.js';
import type { Use } from './find-uses.js';
import { lineAt } from './problem-at.js';
import { nodesIn, parseCode, typescript, type ts } from './typescript.js';

/** Fields to look for in pages. */
export interface Shown {
  /** The table, which is the resource name in pages. */
  readonly table: string;
  /** The folder of the model's own pages; null without one. */
  readonly folder: string | null;
  readonly names: readonly string[];
}

/** The folder of a model's own pages; null without one. */
export function pagesFolder(
  paths: Iterable<string>,
  { name, table }: { readonly name: string; readonly table: string },
): string | null {
  const all = [...paths];
  const folders = [kebabCase(name), table, kebabCase(table)].map((one) => `web/src/pages/${one}/`);
  return folders.find((folder) => all.some((path) => path.startsWith(folder))) ?? null;
}

/** Attributes and keys that name a field. */
const NAMING = new Set(['source', 'target', 'field', 'optionText', 'sortBy']);

/**
 * Finds where a page shows a field: by `source` and the like, in the model's folder or below `reference="<table>"`. In the
 * folder every matching key and string counts, since a page's own lists and helpers may pass it on.
 */
export function findPageUses(path: string, text: string, { table, folder, names }: Shown): Use[] {
  const ts = typescript();
  const uses: Use[] = [];
  const isOwn = folder !== null && path.startsWith(folder);
  const note = (node: ts.Node): void => {
    const line = lineAt(text, node.getStart());
    if (uses.at(-1)?.line !== line) uses.push({ path, line });
  };
  const visit = (node: ts.Node, about: boolean): void => {
    const opening = openingOf(node);
    if (opening) return visitElement(node, opening, about);
    if (ts.isPropertyAssignment(node) && about && isNaming(node.name.getText()))
      if (names.includes(textIn(node.initializer) ?? '')) note(node);
    if (isOwn && about && says(node, names)) note(node);
    ts.forEachChild(node, (child) => visit(child, about));
  };
  const visitElement = (node: ts.Node, opening: ts.JsxOpeningLikeElement, about: boolean): void => {
    const reference = attribute(opening, 'reference') ?? attribute(opening, 'resource');
    const inside = reference === null ? about : reference === table;
    for (const one of opening.attributes.properties) {
      const name = one.name?.getText() ?? '';
      const own = name === 'target' ? inside : about;
      if (own && isNaming(name) && names.includes(attributeText(one) ?? '')) note(one);
      else if (attributeText(one) === null || !isNaming(name)) visit(one, about);
    }
    if (ts.isJsxElement(node)) node.children.forEach((child) => visit(child, inside));
  };
  visit(parseCode(path, text), isOwn);
  return uses;
}

/** Finds every key and string of a file that equals one of some names. */
export const findWords = (path: string, text: string, names: readonly string[]): Use[] =>
  nodesIn(parseCode(path, text))
    .filter((node) => says(node, names))
    .map((node) => ({ path, line: lineAt(text, node.getStart()) }));

/** Finds where code names a model by its endpoints, such as `'/bill/1'`, or by its resource: `reference="bill"`. */
export function findModelNames(
  path: string,
  text: string,
  { prefix, table }: { readonly prefix: string; readonly table: string },
): Use[] {
  const ts = typescript();
  const address = new RegExp(`^(?:/api)?${prefix}(?:[/?]|$)`);
  const isAbout = (node: ts.Node): boolean => {
    if (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node))
      return RESOURCES.has(node.name.getText()) && textIn(node.initializer) === table;
    return (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && address.test(node.text);
  };
  return nodesIn(parseCode(path, text))
    .filter(isAbout)
    .map((node) => ({ path, line: lineAt(text, node.getStart()) }));
}

const RESOURCES = new Set(['reference', 'resource']);

/** Whether a node is a string, an object key or a destructured key that equals one of some names. */
function says(node: ts.Node, names: readonly string[]): boolean {
  const ts = typescript();
  const { parent } = node;
  if (ts.isStringLiteralLike(node)) return names.includes(node.text) && !isOther(node);
  if (!ts.isIdentifier(node) || !names.includes(node.text)) return false;
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name) === node;
  return (
    (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) &&
    parent.name === node &&
    !isOption(parent)
  );
}

/** A key in the arguments of a decorator is one of its options, such as `length` of a column. */
function isOption(node: ts.Node): boolean {
  const ts = typescript();
  if (ts.isDecorator(node)) return true;
  const isInside = ts.isObjectLiteralElementLike(node) || ts.isExpression(node);
  return isInside && !ts.isFunctionLike(node) && isOption(node.parent);
}

/** Attributes and keys with display text or a table name. */
const OTHER = new Set(['label', 'title', 'placeholder', 'helperText', 'reference', 'resource']);

/** Whether a string does not name a field: `<p id="hours">`, `<Page title="hours">`, `{ label: 'hours' }`. */
function isOther(node: ts.Node): boolean {
  const ts = typescript();
  const { parent } = node;
  if (ts.isJsxExpression(parent)) return isOther(parent);
  if (ts.isPropertyAssignment(parent))
    return parent.name !== node && (OTHER.has(parent.name.getText()) || isOfTarget(parent));
  if (!ts.isJsxAttribute(parent)) return false;
  return OTHER.has(parent.name.getText()) || /^[a-z]/.test(parent.parent.parent.tagName.getText());
}

/** Whether an option names a column of another class, to which a relation leads: `referencedColumnName: 'number'`. */
function isOfTarget(option: ts.PropertyAssignment): boolean {
  const ts = typescript();
  if (option.name.getText() !== 'referencedColumnName') return false;
  const member = ts.findAncestor(option, ts.isPropertyDeclaration);
  const own = member && ts.isClassDeclaration(member.parent) ? member.parent.name?.text : undefined;
  return !nodesIn(member ?? option).some(
    (node) => ts.isArrowFunction(node) && ts.isIdentifier(node.body) && node.body.text === own,
  );
}

const isNaming = (name: string): boolean => NAMING.has(name);

function openingOf(node: ts.Node): ts.JsxOpeningLikeElement | null {
  const ts = typescript();
  if (ts.isJsxElement(node)) return node.openingElement;
  return ts.isJsxSelfClosingElement(node) ? node : null;
}

/** The text of `"name"` or `{'name'}`. */
function textIn(node: ts.Node | undefined): string | null {
  const ts = typescript();
  const value = node && ts.isJsxExpression(node) ? node.expression : node;
  return value && ts.isStringLiteralLike(value) ? value.text : null;
}

const attributeText = (one: ts.JsxAttributeLike): string | null =>
  typescript().isJsxAttribute(one) ? textIn(one.initializer) : null;

function attribute({ attributes }: ts.JsxOpeningLikeElement, name: string): string | null {
  const found = attributes.properties.find((one) => one.name?.getText() === name);
  return found ? attributeText(found) : null;
}
