import type { Triple } from './match-entries.js';
import type { Part, Source } from './part.js';
import type { Splice } from './splice.js';

/** `number: 'No.'`: the name of a text. */
const LABEL = /^([\w$]+|'[^']*'|"[^"]*")\s*:\s*(['"`])[^]*\2$/;

const nameOf = ({ text }: Source, { start, end }: Part): string | undefined =>
  LABEL.exec(text.slice(start, end))?.[1];

/**
 * Where crudgen has the only text that left a list under another name, and its owner has said it in other words, their
 * words go under the new name. Texts alone: anything else may be a thing of its own that came as another one left.
 */
export function followLabel(
  { base, mine, next }: { readonly base: Source; readonly mine: Source; readonly next: Source },
  triples: readonly Triple[],
): { readonly triples: readonly Triple[]; readonly splices: readonly Splice[] } {
  const left = triples.filter((triple) => triple.base && !triple.next);
  const come = triples.filter((triple) => !triple.base && triple.next);
  const [was, yours, wanted] = [left[0]?.base, left[0]?.mine, come[0]?.next];
  const unchanged = { triples, splices: [] };
  if (left.length !== 1 || come.length !== 1 || come[0]!.mine) return unchanged;
  if (!was || !yours || !wanted || was.meaning === yours.meaning) return unchanged;
  const [old, own, now] = [nameOf(base, was), nameOf(mine, yours), nameOf(next, wanted)];
  if (old === undefined || own !== old || now === undefined) return unchanged;
  return {
    triples: triples.filter((triple) => triple !== left[0] && triple !== come[0]),
    splices: [{ at: yours.start, remove: own.length, insert: now }],
  };
}
