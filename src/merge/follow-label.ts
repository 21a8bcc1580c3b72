import type { Triple } from './match-entries.js';
import type { Splice } from './splice.js';

/**
 * Where crudgen has the only text that left a list under another name, and its owner has said it in other words, their
 * words go under the new name. Texts alone: anything else may be a thing of its own that came as another one left.
 */
export function followLabel(triples: readonly Triple[]): {
  readonly triples: readonly Triple[];
  readonly splices: readonly Splice[];
} {
  const left = triples.filter((triple) => triple.base && !triple.next);
  const come = triples.filter((triple) => !triple.base && triple.next);
  const [was, yours, wanted] = [left[0]?.base, left[0]?.mine, come[0]?.next];
  const unchanged = { triples, splices: [] };
  if (left.length !== 1 || come.length !== 1 || come[0]!.mine) return unchanged;
  if (!was || !yours || !wanted || was.meaning === yours.meaning) return unchanged;
  const [old, now] = [was.label, wanted.label];
  if (!old || !now || yours.label !== old) return unchanged;
  return {
    triples: triples.filter((triple) => triple !== left[0] && triple !== come[0]),
    splices: [{ at: yours.start, remove: old.length, insert: now }],
  };
}
