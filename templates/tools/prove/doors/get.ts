import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Id, Naive, Person } from '../naive/naive.js';
import type { Request } from '../service/request.js';
import { atModels, nobodyOf, recordPath, wrongStatus, type Door, type Question } from './door.js';
import { wrongRecord } from './record-of.js';

/** Each record by its id, and one that is not there; a hidden row is not there for a request that only asks for news, either. */
export const get: Door = {
  name: 'get',
  needsIds: true,
  reads: ['show'],
  claims: atModels('GET', '/{id}'),
  *questions({ naive }, actor, model) {
    const ids = naive.world[model.name]!.map((row) => row.id);
    for (const id of [...ids, nobodyOf(model)]) yield ask(naive, actor, model, id);
    const by = naive.as(actor, 'show', model.name);
    const hidden =
      ids.find((id) => naive.seen(by, model.name, id) === undefined) ?? nobodyOf(model);
    yield ask(naive, actor, model, hidden, { 'if-none-match': '*' });
  },
};

function ask(
  naive: Naive,
  actor: Person,
  model: ModelInfo,
  id: Id,
  headers?: Request['headers'],
): Question {
  const { name } = model;
  return {
    model: name,
    request: { method: 'GET', path: recordPath(model, id), ...(headers && { headers }) },
    judge(answer) {
      if (!naive.may(actor, 'show', name))
        return answer.status === 403 ? null : wrongStatus(403, answer);
      const row = naive.seen(naive.as(actor, 'show', name), name, id);
      if (!row) return answer.status === 404 ? null : wrongStatus(404, answer);
      if (answer.status !== 200) return wrongStatus(200, answer);
      const told = answer.body as Record<string, unknown>;
      return wrongRecord(told, row, { naive, actor, action: 'show', model });
    },
  };
}
