import { parseCode, syntaxErrors, typescript, type ts } from '../../code/typescript.js';
import type { Versions } from '../merge-structure.js';
import { applySplices, type Splice } from '../splice.js';

/*
 * The page of a record says by its lists where fields stand: `<DateDetail source="due_on" />` below the title, or among the others.
 * Where one side puts an element into another list, what the other side has changed in it goes along; a merge would see an element
 * that is changed and gone, and a new one.
 */

/** A word of a page, and where it is. */
interface Word {
  readonly text: string;
  readonly start: number;
}

/** An element of a field. */
interface Element {
  readonly source: string;
  /** The function, unless that is the page itself, and the elements that it stands in: `Facts`, ` ShowPage`. */
  readonly place: string;
  readonly tag: Word;
  readonly attributes: ReadonlyMap<string, Word>;
  /** The position at which another attribute is added. */
  readonly lastEnd: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it stands in a list, so that nothing has to take its place. */
  readonly isChild: boolean;
}

/** A version of a page, and what is to be changed in it. */
interface Page {
  readonly text: string;
  readonly elements: readonly Element[];
  readonly splices: Splice[];
}

/**
 * Three versions of a record's page in which a moved element has the changes of the side that has not moved it; those of any other
 * file as they are.
 */
export function followElements(path: string, versions: Versions): Versions {
  if (!path.endsWith('.show.tsx')) return versions;
  const { base: was, mine: yours, next: wanted } = versions;
  if (was === yours || was === wanted || yours === wanted) return versions;
  if ([was, yours, wanted].some((text) => syntaxErrors(parseCode(path, text)) > 0)) return versions;
  const base = pageOf(path, was);
  const mine = pageOf(path, yours);
  const next = pageOf(path, wanted);
  for (const element of base.elements) follow(element, base, mine, next);
  const texts = [base, mine, next].map(({ text, splices }) => applySplices(text, splices));
  const [before, own, theirs] = texts;
  return before != null && own != null && theirs != null
    ? { base: before, mine: own, next: theirs }
    : versions;
}

function follow(was: Element, base: Page, mine: Page, next: Page): void {
  const [yours, wanted] = [mine, next].map((page) => sameIn(page, was));
  const [own, theirs] = [mine, next].map((page) => newPlaces(page, base, was)) as [
    Element[],
    Element[],
  ];
  if (!wanted && !yours) {
    // The developer has given it another place, or taken it off the page.
    next.splices.push(...theirs.map((one) => removal(next, one)));
    if (theirs.length === 0 && !isTold(next, was)) followGone(was, base, mine, next, own);
  } else if (!wanted && yours && !isLike(yours, was)) {
    if (theirs.length > 0) takeAlong(was, [mine, yours], next, theirs);
    // The element stays where it is, as if it were the developer's own.
    else if (isTold(next, was)) base.splices.push(removal(base, was));
  } else if (!yours && wanted && own.length > 0 && !isLike(wanted, was))
    takeAlong(was, [next, wanted], mine, own);
}

/** A field that crudgen has renamed is so where the developer has put it; one that is gone is so, too, unless it was changed there. */
function followGone(
  was: Element,
  base: Page,
  mine: Page,
  next: Page,
  places: readonly Element[],
): void {
  const isAtPlace = (one: Element) => one.place === was.place && isLike(one, was, 'source');
  const [gone, fresh] = [
    base.elements.filter((one) => isAtPlace(one) && !hasField(next, one)),
    next.elements.filter((one) => isAtPlace(one) && !hasField(base, one)),
  ];
  const [renamed] = fresh;
  if (renamed && fresh.length === 1 && gone.length === 1)
    return takeAlong(was, [next, renamed], mine, places);
  const unchanged = places.filter((one) => isLike(one, was));
  mine.splices.push(...unchanged.map((one) => removal(mine, one)));
}

const hasField = ({ elements }: Page, { source }: Element): boolean =>
  elements.some((one) => one.source === source);

/** Makes the changes of one version in the places that the other has given the element, and takes them back where it was. */
function takeAlong(
  was: Element,
  [page, changed]: readonly [Page, Element],
  other: Page,
  places: readonly Element[],
): void {
  for (const one of places) other.splices.push(...changesIn(one, was, changed));
  page.splices.push({
    at: changed.start,
    remove: changed.end - changed.start,
    insert: was.text,
  });
}

/** The edits that bring what has changed between two versions of an element into a third. */
function changesIn(target: Element, was: Element, changed: Element): Splice[] {
  const names = new Set([...was.attributes.keys(), ...changed.attributes.keys()]);
  const tag = target.tag;
  const renamed =
    was.tag.text !== changed.tag.text && tag.text === was.tag.text
      ? [{ at: tag.start, remove: tag.text.length, insert: changed.tag.text }]
      : [];
  return [
    ...renamed,
    ...[...names].flatMap((name): Splice[] => {
      const text = changed.attributes.get(name)?.text;
      if (text === was.attributes.get(name)?.text) return [];
      const there = target.attributes.get(name);
      if (there) {
        // A blank goes with an attribute that is gone.
        const at = text === undefined ? there.start - 1 : there.start;
        return [{ at, remove: there.start + there.text.length - at, insert: text ?? '' }];
      }
      return text === undefined ? [] : [{ at: target.lastEnd, remove: 0, insert: ` ${text}` }];
    }),
  ];
}

const sameIn = ({ elements }: Page, { source, place }: Element): Element | undefined =>
  elements.find((one) => one.source === source && one.place === place);

/** The places at which a version has the field although the base does not. */
const newPlaces = (page: Page, base: Page, { source }: Element): Element[] =>
  page.elements.filter((one) => one.source === source && !sameIn(base, one));

/** Whether a page names the field in another way than by an element, as in `state="status"`. */
const isTold = ({ text }: Page, { source }: Element): boolean =>
  text.includes(`'${source}'`) || text.includes(`"${source}"`);

/** Whether two elements say the same, but for one attribute. */
const isLike = (one: Element, other: Element, except = ''): boolean =>
  one.tag.text === other.tag.text &&
  one.attributes.size === other.attributes.size &&
  [...one.attributes].every(
    ([name, { text }]) => name === except || text === other.attributes.get(name)?.text,
  );

/** Takes an element out, with the line that it stands on; where it is all that is returned, nothing is. */
function removal({ text }: Page, { start, end, isChild }: Element): Splice {
  if (!isChild) return { at: start, remove: end - start, insert: '<></>' };
  const at = text.slice(0, start).trimEnd().length;
  return { at, remove: end - at, insert: '' };
}

function pageOf(path: string, text: string): Page {
  const file = parseCode(path, text);
  const elements: Element[] = [];
  const visit = (node: ts.Node, place: string): void => {
    const ts = typescript();
    const name = ts.isFunctionDeclaration(node) ? functionName(node) : place;
    const opening = ts.isJsxElement(node) ? node.openingElement : node;
    if (!ts.isJsxOpeningElement(opening) && !ts.isJsxSelfClosingElement(opening))
      return node.forEachChild((child) => visit(child, name));
    const element = elementOf(file, node, opening, place);
    if (element.source !== '') elements.push(element);
    // An element in a list of other records, or in a card, does not stand for a field of the page.
    else if (!element.attributes.has('reference'))
      node.forEachChild((child) => visit(child, `${place} ${element.tag.text}`));
  };
  visit(file, '');
  return { text, elements, splices: [] };
}

/** The name of a part of the page; the page itself is called after its class, which may be renamed. */
function functionName({ name, modifiers = [] as never }: ts.FunctionDeclaration): string {
  const isExported = modifiers.some(({ kind }) => kind === typescript().SyntaxKind.ExportKeyword);
  return isExported ? '' : (name?.text ?? '');
}

function elementOf(
  file: ts.SourceFile,
  node: ts.Node,
  opening: ts.JsxOpeningLikeElement,
  place: string,
): Element {
  const ts = typescript();
  const all = opening.attributes.properties.filter((one) => ts.isJsxAttribute(one));
  const wordOf = (one: ts.Node): Word => ({ text: one.getText(file), start: one.getStart(file) });
  const source = all.find((one) => one.name.getText(file) === 'source')?.initializer;
  const { parent } = node;
  return {
    source: source && ts.isStringLiteral(source) ? source.text : '',
    place,
    tag: wordOf(opening.tagName),
    attributes: new Map(all.map((one) => [one.name.getText(file), wordOf(one)])),
    lastEnd: (all.at(-1) ?? opening.tagName).end,
    text: node.getText(file),
    start: node.getStart(file),
    end: node.end,
    isChild: ts.isJsxElement(parent) || ts.isJsxFragment(parent),
  };
}
