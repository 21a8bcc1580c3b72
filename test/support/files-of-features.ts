import { appOf, EDITED, renderExample, templates, type Example } from '../golden/example.js';
import { namedFeatures } from '../../src/render/features.js';
import type { Tree } from '../../src/tree.js';

/** What an example has more, or otherwise, with features without tables beside its own; no file that its developer edited. */
export function filesOfFeatures(example: Example, features: readonly string[]): Tree {
  const usual = namedFeatures(appOf(example), templates());
  const without = renderExample(example);
  const own = [...renderExample(example, [...usual, ...features])];
  const more = own.filter(([path, text]) => without.get(path) !== text);
  return new Map(more.filter(([path]) => !EDITED[example].includes(path)));
}
