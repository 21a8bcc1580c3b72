import { type Problem, problem } from '../problem.js';

/** The candidate that was most likely meant; null when none is close enough. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const wanted = plainWord(word);
  let best: string | null = null;
  let least = Math.floor(Math.max(wanted.length, 3) / 3) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, plainWord(candidate), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** A hint for an unknown word: the nearest candidate, or `otherwise`. */
export function didYouMean(word: string, candidates: Iterable<string>, otherwise: string): string {
  const near = nearest(word, candidates);
  return near === null ? otherwise : `did you mean \`${near}\`?`;
}

/** The problem with an unknown name, listing the known ones. */
export function unknownName(
  code: string,
  message: string,
  name: string,
  names: readonly string[],
): Problem {
  const some = [...new Set(names)].slice(0, 20);
  const all = some.length === 0 ? 'there are none yet' : `known: ${some.join(', ')}`;
  return problem(code, message, didYouMean(name, names, all));
}

/** The edit distance (insert, remove, replace, swap neighbours) of two words, capped at `limit`. */
export function editDistance(from: string, to: string, limit = Infinity): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    [before, above] = [above, row];
  }
  return above[to.length]!;
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, '');
}
