import type { Sentence } from '../../../../src/model/sentence.js';
import { Naive, type Person, type Row } from '../naive/naive.js';
import type { RulePart } from '../report/deciding-rule.js';
import { nameOf } from '../report/name-of.js';
import { deedsOf, type Deed, type Scene } from './deeds.js';
import { isForbidden } from './is-forbidden.js';

/** A sentence, tried with users and rows. */
export interface TriedSentence {
  readonly sentence: Sentence;
  /** The number of users with a row on which it forbids them something. */
  readonly held: number;
  readonly counterexample: ForbiddenDeed | null;
}

/** A deed that the rules allow and a sentence forbids. */
export interface ForbiddenDeed extends Pick<Deed, 'action' | 'row' | 'becomes'> {
  readonly actor: string;
  /** The rule that lets the deed through. */
  readonly rule: RulePart;
}

/** Tries sentences with users and rows, each until it is broken. */
export class SentenceTrial {
  readonly #results: TriedSentence[];

  constructor(sentences: readonly Sentence[]) {
    this.#results = sentences.map((sentence) => ({ sentence, held: 0, counterexample: null }));
  }

  /** Tries the sentences with each of the users and of the rows that `naive` has now. */
  look(naive: Naive, actors: readonly Person[]): void {
    for (const [at, { sentence, held, counterexample: before }] of this.#results.entries()) {
      if (before !== null) continue;
      const broken = breachOf(naive, actors, sentence);
      const counterexample = broken && deedIn(sentence, broken);
      const worlds = broken === null ? worldsOf(sentence, naive, actors) : 0;
      this.#results[at] = { sentence, counterexample, held: held + worlds };
    }
  }

  /** The sentences that no world has broken: a broken sentence would notice every mistake in the rules. */
  get unbroken(): readonly Sentence[] {
    return this.#results.flatMap((one) => (one.counterexample === null ? [one.sentence] : []));
  }

  /** The results of all sentences, in their order. */
  get results(): readonly TriedSentence[] {
    return this.#results;
  }
}

/** The first of some sentences that does not hold in a world; null if all hold. */
export const sentenceThatBreaks = (
  naive: Naive,
  actors: readonly Person[],
  sentences: readonly Sentence[],
): string | null => sentences.find((one) => breachOf(naive, actors, one) !== null)?.text ?? null;

/** A deed that breaks a sentence, with whoever does it. */
interface Breach {
  readonly scene: Scene;
  readonly deed: Deed;
}

function breachOf(naive: Naive, actors: readonly Person[], sentence: Sentence): Breach | null {
  for (const actor of actors)
    for (const row of rowsOf(sentence, naive)) {
      const scene = { naive, actors, actor, row };
      const deed = forbiddenDeeds(sentence, scene).next().value;
      if (deed) return { scene, deed };
    }
  return null;
}

function* forbiddenDeeds(sentence: Sentence, scene: Scene): Generator<Deed, undefined> {
  for (const deed of deedsOf(sentence, scene))
    if (isForbidden(sentence, scene.actor, deed.becomes ?? deed.row, deed.naive)) yield deed;
}

const deedIn = (sentence: Sentence, { scene, deed }: Breach): ForbiddenDeed => ({
  ...{ actor: nameOf(scene.actor), action: deed.action, row: deed.row, becomes: deed.becomes },
  rule: ruleBehind(sentence, { scene, deed }),
});

/** The rule of the field; otherwise the first row rule that allows the deed alone, or the rules of roles if all rows are open. */
function ruleBehind({ model, ...sentence }: Sentence, { scene, deed }: Breach): RulePart {
  const { naive } = scene;
  const rules = naive.rules[model]!;
  const { field } = sentence;
  const layer = deed.action === 'list' || deed.action === 'show' ? 'read' : 'write';
  if (field !== null && rules.fields[field]?.[layer]) return { model, part: 'field', field };
  const index = (rules.rows ?? []).findIndex((rule) => {
    const alone = { ...naive.rules, [model]: { ...rules, rows: [rule] } };
    const only = new Naive(naive.models, alone, naive.roles, naive.world, naive.now);
    const deeds = [...forbiddenDeeds({ model, ...sentence }, { ...scene, naive: only })];
    return deeds.some(({ action }) => action === deed.action);
  });
  return index < 0 ? { model, part: 'roles' } : { model, part: 'row', index };
}

const worldsOf = (sentence: Sentence, naive: Naive, actors: readonly Person[]): number =>
  rowsOf(sentence, naive).flatMap((row) =>
    actors.filter((actor) => isForbidden(sentence, actor, row, naive)),
  ).length;

const rowsOf = ({ model }: Sentence, naive: Naive): readonly Row[] =>
  (naive.world[model] ?? []).filter((row) => naive.exists(model, row));
