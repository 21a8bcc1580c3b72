import type { Model } from '../model/model.js';
import type { Tree } from '../tree.js';
import { isOwnPage } from './own-pages.js';
import { nodesIn, parseCode, typescript } from './typescript.js';

/** Models in the order of the menu, which its developer may change; those that are not in it come last. */
export function inMenuOrder(models: readonly Model[], files: Tree): readonly Model[] {
  const places = new Map(menuOf(files).map((name, at) => [name, at]));
  const placeOf = ({ name }: Model): number => places.get(name) ?? places.size;
  return models.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The classes in `pages/resources.ts`, wherever that file is. */
function menuOf(files: Tree): readonly string[] {
  const own = [...files].filter(
    ([path, text]) => isOwnPage(path) && text.includes('AppResource[]'),
  );
  return own.flatMap(([path, text]) => classesIn(path, text));
}

/** The values of `model` in the objects of a file. */
function classesIn(path: string, text: string): string[] {
  const { isPropertyAssignment, isStringLiteralLike } = typescript();
  return nodesIn(parseCode(path, text)).flatMap((node) =>
    isPropertyAssignment(node) &&
    node.name.getText() === 'model' &&
    isStringLiteralLike(node.initializer)
      ? [node.initializer.text]
      : [],
  );
}
