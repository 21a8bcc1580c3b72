import { isDeepStrictEqual } from 'node:util';
import { ask, type Answered } from '../ask.js';
import type { Proof } from '../doors/door.js';
import type { World } from '../naive/naive.js';
import { isOfPeople } from '../worlds/people.js';
import { putBack } from '../worlds/put-back.js';
import { removeRows, withReferrers, type RowName } from '../worlds/remove-rows.js';
import { storedWorld } from '../worlds/stored.js';

/** Questions for one fault. */
const TRIES = 40;

/** A wrong answer, and the rows that show it. */
export interface Shrunk extends Answered {
  readonly world: World;
}

/**
 * Asks a question with a wrong answer again while fewer and fewer rows are there: first without halves of the rows, then without
 * quarters, at last without single rows. Returns the wrong answer with the fewest rows.
 */
export async function shrink(proof: Proof, wrong: Answered): Promise<Shrunk> {
  let least: Shrunk = { ...wrong, world: proof.naive.world };
  const gone: RowName[] = [];
  let rows = rowsOf(proof, least.world);
  let [size, at] = [Math.ceil(rows.length / 2), 0];
  for (let tries = 0; tries < TRIES && size > 0; tries++) {
    const fewer = rows.slice(at, at + size);
    const found = await askWithout(proof, [...gone, ...fewer], wrong);
    if (found) {
      least = found;
      gone.push(...fewer);
      rows = rows.filter(({ model, id }) => found.world[model]!.some((row) => row.id === id));
    } else at += size;
    if (at >= rows.length) [size, at] = [size > 1 ? Math.ceil(size / 2) : 0, 0];
  }
  return least;
}

/** The rows that a fault may not need: all except the people who ask and own, and their roles and tenants. */
const rowsOf = ({ models }: Proof, world: World): readonly RowName[] =>
  models
    .filter((model) => !isOfPeople(model))
    .flatMap(({ name }) => world[name]!.map(({ id }) => ({ model: name, id })));

/** Asks while some rows are gone; null if the answer is right then, or wrong in another way, or if the door does not ask then. */
async function askWithout(
  proof: Proof,
  some: readonly RowName[],
  wrong: Answered,
): Promise<Shrunk | null> {
  const { naive, service, models } = proof;
  const whole = naive.world;
  const gone = withReferrers(some, whole, models);
  if (gone === null) return null;
  await removeRows(service, gone, whole);
  naive.world = await storedWorld(service);
  let after = naive.world;
  try {
    const { door, actor, model, question } = wrong;
    // Doors ask everything of an actor only once.
    const anew = { ...proof, stood: new Set<string>() };
    for await (const one of door.questions(anew, actor, model)) {
      if (!isDeepStrictEqual([one.request, one.by], [question.request, question.by])) continue;
      const answered = await ask(proof, { door, actor, model, question: one });
      ({ after } = answered);
      const isAlike = answered.wrong && answered.answer.status === wrong.answer.status;
      return isAlike ? { ...answered, world: naive.world } : null;
    }
    return null;
  } finally {
    await putBack(service, after, whole);
    naive.world = whole;
  }
}
