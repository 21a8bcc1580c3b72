import type { Tree } from '../tree.js';
import { ownPagesIn } from './own-pages.js';
import { unwrapped } from './static-value.js';
import { nodesIn, parseCode, typescript, type ts } from './typescript.js';

/**
 * What the resource files of models have in a list, by the names of their constants, wherever these are: `dashboard: [...]`. Null
 * where there is something else in place of the list.
 */
export function readResourceLists<Item>(
  files: Tree,
  property: string,
  itemIn: (node: ts.Expression) => readonly Item[],
): ReadonlyMap<string, readonly Item[] | null> {
  const found = [...ownPagesIn(files)].flatMap(
    ([path, text]): [string, readonly Item[] | null][] => {
      const [, name] = /export const (\w+Resource): ModelDefinition\b/.exec(text) ?? [];
      if (name === undefined) return [];
      return [[name, listIn(path, text, property)?.flatMap(itemIn) ?? null]];
    },
  );
  return new Map(found);
}

function listIn(path: string, text: string, property: string): readonly ts.Expression[] | null {
  if (!text.includes(property)) return null;
  const ts = typescript();
  const list = nodesIn(parseCode(path, text)).find(
    (node) => ts.isPropertyAssignment(node) && node.name.getText() === property,
  ) as ts.PropertyAssignment | undefined;
  const value = list && unwrapped(list.initializer);
  return value && ts.isArrayLiteralExpression(value) ? value.elements : null;
}
