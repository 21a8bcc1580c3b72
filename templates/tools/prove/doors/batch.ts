import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import { listsOf, mixedChanges, mixedCreates } from '../writing/ask-many.js';
import { Writes, type AskedWrite } from '../writing/ask-write.js';
import { isAlike, kindsOf } from '../writing/kinds.js';
import { judgeEach, judgeTogether } from '../writing/judge-many.js';
import { UNMADE } from '../writing/judge-write.js';
import { nobodyOf, pathOf, type Door, type Proof, type Question } from './door.js';

const PATH = '/_batch';

/** Writes of several kinds and models in one request, all of them or none, or with `_atomic=false` each by itself. */
export const batch: Door = {
  name: 'batch',
  writes: true,
  claims: ({ method, path }) => method === 'POST' && path === PATH,
  *questions(proof, actor, model) {
    if (proof.service.code.isBuiltIn(model) || isAlike(proof, 'batch', actor, model)) return;
    for (const list of lists(proof, actor, model)) yield* asked(list);
  },
};

/** Changes, creates and deletions that are allowed, with one that is refused behind them. */
function* lists(proof: Proof, actor: Person, model: ModelInfo): Generator<readonly AskedWrite[]> {
  const { naive, service } = proof;
  const isOpen = (method: 'post' | 'patch' | 'delete') => !service.code.isReplaced(model, method);
  const changes = isOpen('patch') ? mixedChanges(proof, actor, model, 'batch') : NONE;
  const creates = isOpen('post') ? mixedCreates(proof, actor, model, 'batch') : NONE;
  const writes = new Writes(proof, 'batch');
  const removals = isOpen('delete') ? kindsOf(proof, actor, model) : [];
  const removed = removals.map(({ row }) => writes.remove({ actor, model }, row.id));
  const denied = deniedElsewhere(proof, actor, model);
  if (naive.may(actor, 'edit', model.name)) yield* listsOf(changes);
  for (const one of [...creates.refused, ...removed, ...denied]) {
    const before = [...changes.allowed, ...creates.allowed].filter(
      ({ write }) => write.id === null || write.id !== one.write.id,
    );
    yield [...before.slice(0, 1), one];
  }
  yield* referring(proof, actor, model, creates.allowed[0]);
}

const NONE = { allowed: [], refused: [] };

/** A change of a model that the actor may not change at all. */
function deniedElsewhere(proof: Proof, actor: Person, { name }: ModelInfo): readonly AskedWrite[] {
  const { models, naive, service } = proof;
  const other = models.find(
    (one) =>
      one.name !== name &&
      one.actions.includes('edit') &&
      !naive.may(actor, 'edit', one.name) &&
      !service.code.isReplaced(one, 'patch'),
  );
  if (!other) return [];
  const id = naive.world[other.name]![0]?.id ?? nobodyOf(other);
  return [new Writes(proof, 'batch').change('PATCH', { actor, model: other }, id, {})];
}

/** A new record that the next operation changes, for which it is not there before. */
function* referring(
  proof: Proof,
  actor: Person,
  model: ModelInfo,
  made: AskedWrite | undefined,
): Generator<readonly AskedWrite[]> {
  const { naive } = proof;
  if (!made || !naive.may(actor, 'edit', model.name)) return;
  for (const field of naive.rules[model.name]!.tenants.slice(0, 1)) {
    const values = { [field]: proof.people.tenants[1] };
    const { write, request } = new Writes(proof, 'batch').change(
      'PATCH',
      { actor, model },
      0,
      values,
    );
    const known = new Set(naive.world[model.name]!.map(({ id }) => id));
    // The new record is the only one whose id is not in the world before.
    const newIn = ({ world }: Naive): Row['id'] =>
      world[model.name]!.find(({ id }) => !known.has(id))?.id ?? UNMADE;
    const plain = (rules: Naive, _: Row['id']) =>
      rules.update(actor, model.name, newIn(rules), { ...values }, false, () => true);
    yield [made, { write: { ...write, plain, id: null }, request }];
  }
}

function* asked(list: readonly AskedWrite[]): Generator<Question> {
  const writes = list.map(({ write }) => write);
  const body = list.map(({ write, request: { method, body: values } }, at) => {
    const { model, id, action } = write;
    const isReferring = method === 'PATCH' && id === null;
    return {
      ...{ method, path: pathOf(model) },
      ...(isReferring ? { id: { $ref: at - 1 } } : id !== null && { id }),
      ...(action !== 'delete' && { body: values }),
    };
  });
  const [{ model }] = writes as [(typeof writes)[0]];
  const question = { model: model.name };
  yield {
    ...question,
    request: { method: 'POST', path: PATH, body },
    judge: (answer, after) => judgeTogether(writes, answer, after, recordsOf),
  };
  // An operation that refers to another one cannot be judged by itself.
  if (writes.some(({ action, id }) => action !== 'create' && id === null)) return;
  yield {
    ...question,
    request: { method: 'POST', path: `${PATH}?_atomic=false`, body },
    judge: (answer, after) => judgeEach(writes, answer, after),
  };
}

const recordsOf = (told: unknown): readonly (Row | undefined)[] =>
  (told as readonly { readonly record?: Row }[]).map(({ record }) => record);
