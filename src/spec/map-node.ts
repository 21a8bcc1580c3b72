import type { Located } from './spec.js';
import type { Problem } from '../problem.js';
import { type Entry, kindOf, type MapNode, type Node, type Report } from './node.js';

/** The entries of a map, or null after saying what belongs there. */
export function mapOf(node: Node, what: string, belongs: string, report: Report): MapNode | null {
  if (node.kind === 'map') return node;
  const message = `${what} holds ${belongs}, and this is ${kindOf(node)}`;
  report({ code: 'not-an-object', message, at: node.at, help: `write ${belongs}` });
  return null;
}

/** The entries of a map with each key once; a second one is reported and left out. */
export function uniqueEntries(map: MapNode, code: string, what: string, report: Report): Entry[] {
  const lines = new Map<string, number>();
  return map.entries.filter(({ key }) => {
    const first = lines.get(key.value);
    if (first === undefined) {
      lines.set(key.value, key.at.line);
      return true;
    }
    const message = `the ${what} \`${key.value}\` is there twice`;
    report({
      code,
      message,
      at: key.at,
      help: `the first one is in line ${first}; rename or remove one`,
    });
    return false;
  });
}

/** A key that nothing reads. */
export function unknownKey(key: Located<string>, what: string, help: string): Problem {
  return {
    code: 'unknown-key',
    message: `\`${key.value}\` is not a key of ${what}`,
    at: key.at,
    help,
  };
}
