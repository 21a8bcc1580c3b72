import type { Sentence } from '../../../../src/model/sentence.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import { nameOf } from '../report/name-of.js';
import type { Counterexample, SentenceResult } from '../report/report.js';
import { deedsOf } from './deeds.js';
import { isForbidden } from './is-forbidden.js';

/** Tries sentences with users and rows, each until it is broken. */
export class SentenceTrial {
  readonly #sentences: readonly Sentence[];
  readonly #results: SentenceResult[];

  constructor(sentences: readonly Sentence[]) {
    this.#sentences = sentences;
    this.#results = sentences.map(({ model, text, place }) => ({
      ...{ model, sentence: text, place, held: 0, counterexample: null },
    }));
  }

  /** Tries the sentences with each of the users and of the rows that `naive` has now. */
  look(naive: Naive, actors: readonly Person[]): void {
    this.#sentences.forEach((sentence, at) => {
      const before = this.#results[at]!;
      if (before.counterexample !== null) return;
      const counterexample = counterexampleIn(naive, actors, sentence);
      const worlds = counterexample === null ? worldsOf(sentence, naive, actors) : 0;
      this.#results[at] = { ...before, counterexample, held: before.held + worlds };
    });
  }

  /** The sentences that no world has broken: a broken sentence would notice every mistake in the rules. */
  get unbroken(): readonly Sentence[] {
    return this.#sentences.filter((_, at) => this.#results[at]!.counterexample === null);
  }

  /** The results of all sentences, in their order. */
  get results(): readonly SentenceResult[] {
    return this.#results;
  }
}

/** The first of some sentences that does not hold in a world; null if all hold. */
export const sentenceThatBreaks = (
  naive: Naive,
  actors: readonly Person[],
  sentences: readonly Sentence[],
): string | null =>
  sentences.find((one) => counterexampleIn(naive, actors, one) !== null)?.text ?? null;

function counterexampleIn(
  naive: Naive,
  actors: readonly Person[],
  sentence: Sentence,
): Counterexample | null {
  for (const actor of actors)
    for (const row of rowsOf(sentence, naive))
      for (const deed of deedsOf(sentence, { naive, actors, actor, row })) {
        const { action, becomes } = deed;
        if (isForbidden(sentence, actor, becomes ?? deed.row, deed.naive))
          return { actor: nameOf(actor), action, row: deed.row, becomes };
      }
  return null;
}

const worldsOf = (sentence: Sentence, naive: Naive, actors: readonly Person[]): number =>
  rowsOf(sentence, naive).flatMap((row) =>
    actors.filter((actor) => isForbidden(sentence, actor, row, naive)),
  ).length;

const rowsOf = ({ model }: Sentence, naive: Naive): readonly Row[] =>
  (naive.world[model] ?? []).filter((row) => naive.exists(model, row));
