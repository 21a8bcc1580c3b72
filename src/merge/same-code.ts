import { parseCode, type ts } from '../code/typescript.js';
import { commentsIn, isFormat, spelling } from './code-meaning.js';

/** Whether two texts are the same code with the same comments, each in its own layout. */
export function isSameCode(path: string, one: string, other: string): boolean {
  if (one === other) return true;
  if (![one, other].some((text) => text.includes('\\')) && inkOf(one) !== inkOf(other))
    return false;
  const [words, others] = [wordsOfCode(path, one), wordsOfCode(path, other)];
  return words.length === others.length && words.every((word, at) => word === others[at]);
}

/**
 * What a layout does not touch: two texts that differ in it are not the same code, which this tells in a fiftieth of the time of
 * comparing their tokens. Escaped characters of a text can be spelled in two ways, so that it tells nothing of texts with a backslash.
 */
const inkOf = (text: string): string => text.replace(/[\s,;()|'"]+/g, '');

/** The tokens and comments of a file, in their order. */
function wordsOfCode(path: string, text: string): readonly string[] {
  const file = parseCode(path, text);
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file);
    if (children.length > 0) return children.forEach(visit);
    const start = node.getStart(file, false);
    for (const comment of commentsIn(text, node.pos, start))
      words.push(text.slice(comment.start, comment.end));
    if (!isFormat(node, file)) words.push(spelling(node, file));
  };
  visit(file);
  return words.filter((word) => word !== '');
}
