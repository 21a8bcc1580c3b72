import type { Sentence, SentenceAction } from '../../../../src/model/sentence.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import { deedsOf } from './deeds.js';
import { isForbidden } from './is-forbidden.js';

/** The result of a sentence in many worlds. */
export interface SentenceResult {
  readonly model: string;
  readonly sentence: string;
  /** The file and the line of the sentence. */
  readonly place: string;
  /**
   * The number of worlds in which the sentence holds: of users with a row on which it forbids them something. A sentence with 0 is
   * not proven.
   *
   * @asType integer
   */
  readonly held: number;
  /** An action that the rules allow and the sentence forbids; null if no world has one. */
  readonly counterexample: Counterexample | null;
}

export interface Counterexample {
  readonly actor: Person;
  readonly action: SentenceAction;
  /** The row before an edit, and the row that is created. */
  readonly row: Row;
  /** The row after an edit, if the sentence forbids the edit for what the row becomes. */
  readonly becomes: Row | null;
}

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

/** The result as people read it: `held in all 1,204 worlds`. */
export function verdictOf({ model, held, counterexample }: SentenceResult): string {
  if (counterexample === null)
    return held > 0
      ? `held in all ${held.toLocaleString('en')} worlds`
      : 'not proven: no world has such users and rows';
  const { actor, action, row, becomes } = counterexample;
  const tenants = actor.tenants.length > 0 ? `tenant ${actor.tenants.join(', ')}` : 'no tenant';
  const user = `user ${actor.id} (${actor.roles.join(', ')}; ${tenants})`;
  const after = becomes === null ? '' : `, which becomes ${JSON.stringify(becomes)}`;
  return `broken: ${user} may ${action} ${model} ${JSON.stringify(row)}${after}`;
}

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
          return { actor, action, row: deed.row, becomes };
      }
  return null;
}

const worldsOf = (sentence: Sentence, naive: Naive, actors: readonly Person[]): number =>
  rowsOf(sentence, naive).flatMap((row) =>
    actors.filter((actor) => isForbidden(sentence, actor, row, naive)),
  ).length;

const rowsOf = ({ model }: Sentence, naive: Naive): readonly Row[] =>
  (naive.world[model] ?? []).filter((row) => naive.exists(model, row));
