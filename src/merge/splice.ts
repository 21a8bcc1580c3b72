import type { ts } from '../code/typescript.js';

/** One edit of a text: at an offset, remove so many characters, then insert. */
export interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** The edit that replaces a node without the comments above it. */
export function replaceNode(node: ts.Node, insert: string): Splice {
  const at = node.getStart();
  return { at, remove: node.end - at, insert };
}

/** Sorts splices by offset; at one offset insertions come first and keep their order. */
function splicesInOrder(splices: readonly Splice[]): readonly Splice[] {
  return [...splices].sort((a, b) => a.at - b.at || Number(a.remove > 0) - Number(b.remove > 0));
}

/** The text after all splices; null where two of them overlap (identical removals are fine). */
export function applySplices(text: string, splices: readonly Splice[]): string | null {
  let result = '';
  let done = 0;
  for (const { at, remove, insert } of splicesInOrder(splices)) {
    if (at < done && insert !== '') return null;
    if (at > done) result += text.slice(done, at);
    result += insert;
    done = Math.max(done, at + remove);
  }
  return result + text.slice(done);
}
