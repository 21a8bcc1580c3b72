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
 * Renames a menu entry that its developer has edited, so that it is the same entry in all versions; the label and the icon
 * that the developer chose stay. An entry as generated is replaced by the merge.
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
  if (!own || !kept || !next || choicesOf(own.text) === choicesOf(kept.text)) return trees;
  const pristine = (text: string) => withOwnChoices(text, own.text, next.text);
  return {
    mine: renamed(trees.mine, from, to, (text) => text),
    base: renamed(trees.base, from, to, pristine),
    before: renamed(trees.before, from, to, pristine),
  };
}

const NAME = /(\bname:\s*['"])[^'"]*/;
const MODEL = /(\bmodel:\s*['"])[^'"]*/;
/** What the name of a model decides, and its developer may. */
const CHOICES = [/\blabel:\s*(?:'[^'\n]*'|"[^"\n]*")/, /\bicon:\s*[\w.]+/];

/** A choice without quotes and blanks, which are a matter of style. */
const plain = (choice: string): string => choice.replace(/["'\s]/g, '');

const choicesOf = (entry: string): string =>
  CHOICES.map((choice) => plain(choice.exec(entry)?.[0] ?? '')).join();

/** The entry of a model, with the file that has it. */
function entryIn(tree: Tree, { name, model }: MenuEntry): { path: string; text: string } | null {
  const entry = new RegExp(
    `\\{[^{}]*\\bname:\\s*['"]${name}['"],\\s*model:\\s*['"]${model}['"][^{}]*\\}`,
  );
  for (const [path, text] of tree) {
    if (!path.startsWith('web/') || !text.includes('AppResource')) continue;
    const [found] = entry.exec(text) ?? [];
    if (found !== undefined) return { path, text: found };
  }
  return null;
}

/** A generated entry in which what the developer has changed is as in the new render: it counts as theirs alone. */
function withOwnChoices(entry: string, own: string, next: string): string {
  return CHOICES.reduce((text, choice) => {
    const [was, mine, now] = [entry, own, next].map((one) => choice.exec(one)?.[0]);
    const isOwn = was !== undefined && mine !== undefined && plain(was) !== plain(mine);
    return isOwn && now !== undefined ? text.replace(was, () => now) : text;
  }, entry);
}

function renamed(
  tree: Tree,
  from: MenuEntry,
  to: MenuEntry,
  change: (entry: string) => string,
): Tree {
  const found = entryIn(tree, from);
  if (!found) return tree;
  const entry = change(found.text).replace(NAME, `$1${to.name}`).replace(MODEL, `$1${to.model}`);
  const text = tree.get(found.path)!.replace(found.text, () => entry);
  return new Map(tree).set(found.path, text);
}
