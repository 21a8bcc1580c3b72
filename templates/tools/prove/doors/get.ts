import { pathOf, wrongStatus, type Door } from './door.js';
import { wrongRecord } from './record-of.js';

const NOBODY = 999_999_999;

/** Each record by its id, and one that is not there. */
export const get: Door = {
  name: 'get',
  reads: ['show'],
  claims: ({ method, path }, { models }) =>
    method === 'GET' && models.some((model) => path === `${pathOf(model)}/{id}`),
  *questions({ naive }, actor, model) {
    const { name } = model;
    for (const id of [...naive.world[name]!.map((row) => row.id), NOBODY])
      yield {
        model: name,
        request: { method: 'GET', path: `${pathOf(model)}/${id}` },
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
  },
};
