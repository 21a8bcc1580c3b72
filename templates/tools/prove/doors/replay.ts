import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import { becomeActor } from '../worlds/people.js';
import { storedWorld } from '../worlds/stored.js';
import { isBeyond, Writes, type AskedWrite } from '../writing/ask-write.js';
import { mixedChanges, mixedCreates } from '../writing/ask-many.js';
import { differences } from '../writing/compare-worlds.js';
import { isAlike } from '../writing/kinds.js';
import { wrongAnswer } from '../writing/judge-write.js';
import { wrongStatus, type Door, type Proof, type Question, type Wrong } from './door.js';

/** The number of other people who send a request again. */
const MOST_OTHERS = 4;

/** Requests that are sent again with their `Idempotency-Key`: with fewer rights, by somebody else, after the record has gone. */
export const replay: Door = {
  name: 'replay',
  feature: 'idempotency',
  writes: true,
  claims: () => false,
  async *questions(proof, actor, model) {
    if (proof.service.code.isBuiltIn(model) || isAlike(proof, 'replay', actor, model)) return;
    if (!isBeyond(proof, model, 'post'))
      for (const one of mixedCreates(proof, actor, model, 'replay').allowed.slice(0, 1))
        yield* againWithout(proof, withKey(one));
    if (isBeyond(proof, model, 'patch')) return;
    for (const one of mixedChanges(proof, actor, model, 'replay').allowed.slice(0, 1))
      yield* againByOthers(proof, actor, withKey(one));
  },
};

let keys = 0;

const withKey = ({ write, request }: AskedWrite): AskedWrite => ({
  write,
  request: { ...request, headers: { 'idempotency-key': `proved ${++keys}` } },
});

/** The record has gone once its request is sent again: its id is all that is told, and it is not made again. */
function* againWithout(proof: Proof, asked: AskedWrite): Generator<Question> {
  yield* new Writes(proof, 'replay').ask(asked);
  yield {
    model: asked.write.model.name,
    request: asked.request,
    judge({ status, body, text, ...answer }, after) {
      if (status !== 201) return wrongStatus(201, { status, body, text, ...answer });
      const [again] = differences(proof, proof.naive.world, after);
      if (again) return again;
      const names = Object.keys(body as object);
      return names.join() === 'id' ? null : { expected: 'the id alone', told: text };
    },
  };
}

/** The user with other roles and tenants reads what these let them see; somebody else writes for the first time. */
async function* againByOthers(
  proof: Proof,
  actor: Person,
  asked: AskedWrite,
): AsyncGenerator<Question> {
  const { people } = proof;
  yield* new Writes(proof, 'replay').ask(asked);
  const { write, request } = asked;
  try {
    for (const person of othersOf(proof, actor, write.model, write.id!)) {
      await stand(proof, person);
      yield againAs(person, asked);
    }
    const somebody = { ...actor, id: people.other, username: 'somebody else' };
    await stand(proof, somebody);
    const { write: own } = new Writes(proof, 'replay').change(
      'PATCH',
      { actor: somebody, model: write.model },
      write.id!,
      write.values,
    );
    for (const question of new Writes(proof, 'replay').ask({ write: own, request }))
      yield { ...question, as: somebody };
    await stand(proof, { ...somebody, roles: [], tenants: [] });
  } finally {
    await stand(proof, actor);
  }
}

/** Other combinations of roles and tenants: one that may not write, one that does not see the row, and others. */
function othersOf(
  { people, naive }: Proof,
  actor: Person,
  { name }: ModelInfo,
  id: Row['id'],
): readonly Person[] {
  const kinds = new Map<string, Person>();
  for (const person of people.actors) {
    if (person === actor) continue;
    const seen = naive.seen(naive.as(person, 'show', name), name, id) !== undefined;
    const fields = [...naive.readable(person, 'show', name)];
    const key = JSON.stringify([naive.may(person, 'edit', name), seen, fields]);
    if (!kinds.has(key)) kinds.set(key, person);
  }
  return [...kinds.values()].slice(0, MOST_OTHERS);
}

function againAs(person: Person, { write, request }: AskedWrite): Question {
  const { proof, model } = write;
  const { naive } = proof;
  return {
    model: model.name,
    request,
    as: person,
    judge(answer, after): Wrong | null {
      const [again] = differences(proof, naive.world, after);
      if (again) return again;
      if (!naive.may(person, 'edit', model.name))
        return answer.status === 403 ? null : wrongStatus(403, answer);
      if (answer.status !== 200) return wrongStatus(200, answer);
      const by = naive.as(person, 'show', model.name);
      const isSeen = by.by.length > 0 && naive.seen(by, model.name, write.id) !== undefined;
      if (isSeen)
        return wrongAnswer({ ...write, actor: person }, answer.body as Row, after, write.id!);
      const names = Object.keys(answer.body as object);
      return names.join() === 'id' ? null : { expected: 'the id alone', told: answer.text };
    },
  };
}

/** Gives a user these roles and tenants, which are rows of the world, too. */
async function stand({ service, naive }: Proof, person: Person): Promise<void> {
  await becomeActor(service, person);
  const users = service.models.filter(({ table }) => table === 'auth_user');
  naive.world = { ...naive.world, ...(await storedWorld(service, users)) };
}
