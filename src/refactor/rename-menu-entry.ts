import { isOwnPage } from '../code/own-pages.js';
import { unwrapped } from '../code/static-value.js';
import { isCode, nodesIn, parseCode, typescript, type ts } from '../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../merge/splice.js';
import type { Tree } from '../tree.js';

/** A model's entry in the menu of the back-office: its resource and class. */
export interface MenuEntry {
  readonly name: string;
  readonly model: string;
}

/** The trees of a merge after a model was renamed, and the render that it gets. */
export interface MenuTrees {
  readonly mine: Tree;
  readonly base: Tree;
  readonly before: Tree;
}

/**
 * Renames the menu entry of a model, so that it is the same entry in all versions, wherever its developer has moved it and
 * whatever they have written into it; the label and the icon that they chose stay.
 */
export function renameMenuEntry(
  trees: MenuTrees,
  after: Tree,
  from: MenuEntry,
  to: MenuEntry,
): MenuTrees {
  const own = entryIn(trees.mine, from);
  const kept = entryIn(trees.base, from);
  const next = entryIn(after, to);
  if (!own || !kept || !next) return trees;
  const pristine = (one: Found) => [...renaming(one, to), ...choosing(one, own, next)];
  return {
    mine: edited(trees.mine, from, (one) => renaming(one, to)),
    base: edited(trees.base, from, pristine),
    before: edited(trees.before, from, pristine),
  };
}

/** The settings that the name of a model decides, and that its developer may decide. */
const CHOICES = ['label', 'icon'] as const;
type Choice = (typeof CHOICES)[number];

/** An entry as a file has it. */
interface Found {
  readonly path: string;
  readonly object: ts.ObjectLiteralExpression;
}

/** The entry of a model, wherever it is. */
function entryIn(tree: Tree, { name, model }: MenuEntry): Found | null {
  const { isObjectLiteralExpression } = typescript();
  for (const [path, text] of tree) {
    if (!isOwnPage(path) || !isCode(path) || !text.includes('AppResource')) continue;
    const object = nodesIn(parseCode(path, text))
      .filter(isObjectLiteralExpression)
      .find(
        (one) =>
          textProperty(one, 'name')?.text === name && textProperty(one, 'model')?.text === model,
      );
    if (object) return { path, object };
  }
  return null;
}

/** The value of a property, without `as` and parentheses; undefined where the object itself has none. */
function ownValue(object: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
  const ts = typescript();
  const named = object.properties.find(({ name }) => name && 'text' in name && name.text === key);
  if (!named) return undefined;
  if (ts.isShorthandPropertyAssignment(named)) return named.name;
  return ts.isPropertyAssignment(named) ? unwrapped(named.initializer) : undefined;
}

/** The value of a property where it is a text. */
function textProperty(
  object: ts.ObjectLiteralExpression,
  key: string,
): ts.StringLiteralLike | undefined {
  const value = ownValue(object, key);
  return value && typescript().isStringLiteralLike(value) ? value : undefined;
}

/** A value without what is a matter of style: the quotes of a text, the blanks of code. */
const plainProperty = ({ object }: Found, key: string): string | undefined =>
  textProperty(object, key)?.text ?? ownValue(object, key)?.getText().replaceAll(/\s+/g, '');

/** What a generated entry has, and the developer has not, or otherwise. */
const ownChoices = (generated: Found, own: Found): Choice[] =>
  CHOICES.filter((one) => plainProperty(generated, one) !== plainProperty(own, one));

/** Gives a generated entry what the new render has where the developer has changed it: the change counts as theirs alone. */
const choosing = (generated: Found, own: Found, next: Found): Splice[] =>
  ownChoices(generated, own).flatMap((choice) => {
    const [was, now] = [generated, next].map(({ object }) => ownValue(object, choice));
    return was && now ? [replaceNode(was, now.getText())] : [];
  });

/** Gives an entry another name and model, in its own quotes. */
const renaming = ({ object }: Found, to: MenuEntry): Splice[] =>
  (['name', 'model'] as const).map((key) => {
    const word = textProperty(object, key)!;
    const quote = word.getText().charAt(0);
    return replaceNode(word, quote + to[key] + quote);
  });

function edited(tree: Tree, entry: MenuEntry, edits: (found: Found) => readonly Splice[]): Tree {
  const found = entryIn(tree, entry);
  const text = found && applySplices(tree.get(found.path)!, edits(found));
  return found && text !== null ? new Map(tree).set(found.path, text) : tree;
}
