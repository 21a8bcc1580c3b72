import { kebabCase } from '../model/names.js';
import type { Use } from './find-uses.js';
import { parseCode, typescript, type ts } from './typescript.js';

/** Fields of a model that pages may show. */
export interface Shown {
  /** What pages call the model's records by: its table. */
  readonly table: string;
  /** The folder of the model's own pages; null where there is none. */
  readonly folder: string | null;
  readonly names: readonly string[];
}

/** The folder of a model's own pages; null where there is none. */
export function pagesFolder(
  paths: Iterable<string>,
  { name, table }: { readonly name: string; readonly table: string },
): string | null {
  const all = [...paths];
  const folders = [kebabCase(name), table, kebabCase(table)].map((one) => `web/src/pages/${one}/`);
  return folders.find((folder) => all.some((path) => path.startsWith(folder))) ?? null;
}

/** Attributes and keys whose text is the name of a field. */
const NAMING = new Set(['source', 'target', 'field', 'optionText', 'sortBy']);

/**
 * Finds where a page shows a field: by `source` and the like, below the model's folder or below `reference="<table>"`. In the
 * folder every key and every text that is the name counts, since lists and helpers of a page's own may bring it to where it shows.
 */
export function findPageUses(path: string, text: string, { table, folder, names }: Shown): Use[] {
  const kit = typescript();
  const uses: Use[] = [];
  const isOwn = folder !== null && path.startsWith(folder);
  const note = (node: ts.Node): void => {
    const line = lineOf(text, node);
    if (uses.at(-1)?.line !== line) uses.push({ path, line });
  };
  const visit = (node: ts.Node, about: boolean): void => {
    const opening = openingOf(node);
    if (opening) return visitElement(node, opening, about);
    if (kit.isPropertyAssignment(node) && about && isNaming(node.name.getText()))
      if (names.includes(textIn(node.initializer) ?? '')) note(node);
    if (isOwn && about && says(node, names)) note(node);
    kit.forEachChild(node, (child) => visit(child, about));
  };
  const visitElement = (node: ts.Node, opening: ts.JsxOpeningLikeElement, about: boolean): void => {
    const reference = attribute(opening, 'reference') ?? attribute(opening, 'resource');
    const inside = reference === null ? about : reference === table;
    for (const one of opening.attributes.properties) {
      const name = one.name?.getText() ?? '';
      const own = name === 'target' ? inside : about;
      if (own && isNaming(name) && names.includes(valueOf(one) ?? '')) note(one);
      else if (valueOf(one) === null || !isNaming(name)) visit(one, about);
    }
    if (kit.isJsxElement(node)) node.children.forEach((child) => visit(child, inside));
  };
  visit(parseCode(path, text), isOwn);
  return uses;
}

/** Finds every key and every text of a file that is one of some names. */
export function findWords(path: string, text: string, names: readonly string[]): Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (says(node, names)) uses.push({ path, line: lineOf(text, node) });
    typescript().forEachChild(node, visit);
  };
  visit(parseCode(path, text));
  return uses;
}

/** Whether a node is a text, a key of an object or what is taken out of one, that is one of some names. */
function says(node: ts.Node, names: readonly string[]): boolean {
  const kit = typescript();
  const { parent } = node;
  if (kit.isStringLiteralLike(node)) return names.includes(node.text) && !isOther(node);
  if (!kit.isIdentifier(node) || !names.includes(node.text)) return false;
  if (kit.isBindingElement(parent)) return (parent.propertyName ?? parent.name) === node;
  return (
    (kit.isPropertyAssignment(parent) || kit.isShorthandPropertyAssignment(parent)) &&
    parent.name === node
  );
}

/** Attributes and keys whose text is read by people, or names a table. */
const OTHER = new Set(['label', 'title', 'placeholder', 'helperText', 'reference', 'resource']);

/** Whether a text is for something that shows no field: `<p id="hours">`, `<Page title="hours">`, `{ label: 'hours' }`. */
function isOther(node: ts.Node): boolean {
  const kit = typescript();
  const { parent } = node;
  if (kit.isJsxExpression(parent)) return isOther(parent);
  if (kit.isPropertyAssignment(parent))
    return parent.name !== node && OTHER.has(parent.name.getText());
  if (!kit.isJsxAttribute(parent)) return false;
  return OTHER.has(parent.name.getText()) || /^[a-z]/.test(parent.parent.parent.tagName.getText());
}

const lineOf = (text: string, node: ts.Node): number =>
  text.slice(0, node.getStart()).split('\n').length;

const isNaming = (name: string): boolean => NAMING.has(name);

function openingOf(node: ts.Node): ts.JsxOpeningLikeElement | null {
  const kit = typescript();
  if (kit.isJsxElement(node)) return node.openingElement;
  return kit.isJsxSelfClosingElement(node) ? node : null;
}

/** The text of `"name"` or `{'name'}`. */
function textIn(node: ts.Node | undefined): string | null {
  const kit = typescript();
  const value = node && kit.isJsxExpression(node) ? node.expression : node;
  return value && kit.isStringLiteralLike(value) ? value.text : null;
}

const valueOf = (one: ts.JsxAttributeLike): string | null =>
  typescript().isJsxAttribute(one) ? textIn(one.initializer) : null;

function attribute({ attributes }: ts.JsxOpeningLikeElement, name: string): string | null {
  const found = attributes.properties.find((one) => one.name?.getText() === name);
  return found ? valueOf(found) : null;
}
