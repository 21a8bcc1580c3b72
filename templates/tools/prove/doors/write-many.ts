import type { Row } from '../naive/naive.js';
import { listsOf, mixedChanges, mixedCreates } from '../writing/ask-many.js';
import { isAdministered, isBeyond, type AskedWrite } from '../writing/ask-write.js';
import { isAlike } from '../writing/kinds.js';
import { judgeEach, judgeTogether } from '../writing/judge-many.js';
import { pathOf, wrongStatus, type Door, type Question } from './door.js';

/** Lists of new records and of changes: all of them are written or none, or with `_atomic=false` each by itself. */
export const many: Door = {
  name: 'many',
  writes: true,
  claims: ({ method, path }, { models }) =>
    (method === 'POST' || method === 'PATCH') && models.some((model) => path === pathOf(model)),
  *questions(proof, actor, model) {
    const { naive } = proof;
    for (const [method, action] of [
      ['POST', 'create'],
      ['PATCH', 'edit'],
    ] as const) {
      if (isBeyond(proof, model, action === 'create' ? 'post' : 'patch')) continue;
      const path = pathOf(model);
      if (!naive.may(actor, action, model.name)) {
        yield {
          model: model.name,
          request: { method, path, body: [] },
          judge: (answer) => (answer.status === 403 ? null : wrongStatus(403, answer)),
        };
        continue;
      }
      if (isAdministered(proof, model)) return;
      if (isAlike(proof, `many ${method}`, actor, model)) continue;
      const mixed = action === 'create' ? mixedCreates : mixedChanges;
      for (const list of listsOf(mixed(proof, actor, model, 'many')))
        yield* asked(list, method, path);
    }
  },
};

function* asked(
  list: readonly AskedWrite[],
  method: 'POST' | 'PATCH',
  path: string,
): Generator<Question> {
  const writes = list.map(({ write }) => write);
  const body = writes.map(({ id, values }) => (id === null ? values : { ...values, id }));
  const [{ model }] = writes as [(typeof writes)[0]];
  yield {
    model: model.name,
    request: { method, path, body },
    judge: (answer, after) =>
      judgeTogether(writes, answer, after, (told) => told as readonly Row[]),
  };
  yield {
    model: model.name,
    request: { method, path: `${path}?_atomic=false`, body },
    judge: (answer, after) => judgeEach(writes, answer, after),
  };
}
