import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import { askList } from './ask-list.js';
import { chosenFields, inTurn, mayReadAll, strangeNames, turnOf } from './chosen.js';
import {
  atModels,
  recordPath,
  wrongStatus,
  type Door,
  type Proof,
  type Question,
  type Wrong,
} from './door.js';

/** `_fields` chooses from the fields that the reader may read. */
export const fields: Door = {
  name: 'fields',
  reads: ['list', 'show'],
  claims: atModels('GET', '', '/{id}'),
  *questions(proof, actor, model) {
    const { naive } = proof;
    const readable = naive.readable(actor, 'list', model.name);
    const turn = turnOf(proof, actor);
    const chosen = chosenFields(proof, actor, model, 1);
    const open = chosen.filter((name) => readable.has(name));
    const closed = chosen.filter((name) => !readable.has(name));
    const choices = [open, ...closed.map((name) => [name]), inTurn(strangeNames(model), turn, 1)];
    for (const names of choices.filter(({ length }) => length > 0))
      yield askList(proof, actor, model, {
        query: { _fields: names.join() },
        needs: names,
        judge: (told) => told.map((one) => wrongNames(one, names)).find((one) => one) ?? null,
      });
    for (const names of [...closed.map((name) => [name]), open].filter(({ length }) => length > 0))
      yield* askOne(proof, actor, model, names);
  },
};

/** Chooses fields of a single record: the first that the actor sees or, if they see none, the first. */
function* askOne(
  { naive }: Proof,
  actor: Person,
  model: ModelInfo,
  names: readonly string[],
): Iterable<Question> {
  const by = naive.as(actor, 'show', model.name);
  const all = naive.world[model.name]!;
  const row = all.find((one) => naive.sees(by, model.name, one)) ?? all[0];
  if (!row) return;
  yield {
    model: model.name,
    request: { method: 'GET', path: `${recordPath(model, row.id)}?_fields=${names.join()}` },
    judge(answer) {
      const expected = expectedOfOne();
      if (answer.status !== expected) return wrongStatus(expected, answer);
      return expected === 200 ? wrongNames(answer.body as Row, names) : null;
    },
  };

  function expectedOfOne(): number {
    if (!naive.may(actor, 'show', model.name)) return 403;
    if (!mayReadAll(naive, actor, model, names, 'show')) return 400;
    return naive.seen(by, model.name, row!.id) ? 200 : 404;
  }
}

function wrongNames(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Wrong | null {
  const expected = [...new Set(['id', '_label', ...names])].sort().join(', ');
  const told = Object.keys(record).sort().join(', ');
  return told === expected ? null : { expected: `fields ${expected}`, told: `fields ${told}` };
}
