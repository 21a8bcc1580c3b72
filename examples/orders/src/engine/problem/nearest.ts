/** The candidate that a misspelt word most likely means, or null when none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const limit = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  let best: string | null = null;
  let least = limit + 1;
  for (const candidate of candidates) {
    // So many letters are to be added or taken away at least.
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const far = distance(word, candidate);
    if (far < least) [best, least] = [candidate, far];
  }
  return best;
}

/** `; did you mean x?`, or nothing. */
export function hint(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found ? `; did you mean ${found}?` : '';
}

/** Levenshtein's distance, row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, above[j]! + 1, row[j - 1]! + 1));
    }
    above = row;
  }
  return above[b.length]!;
}
