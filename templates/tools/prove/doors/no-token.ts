import { turnOf } from './chosen.js';
import { pathOf, wrongStatus, type Door } from './door.js';

/** Requests without a token, which the service refuses. */
export const noToken: Door = {
  name: 'no token',
  reads: ['list', 'show', 'figures'],
  claims: () => false,
  *questions(proof, actor, model) {
    if (turnOf(proof, actor) !== 0) return;
    const first = proof.naive.world[model.name]![0]?.id ?? 1;
    for (const path of ['', `/${first}`, '/_aggregate'])
      yield {
        ...{ model: model.name, by: null },
        request: { method: 'GET', path: pathOf(model) + path },
        judge: (answer) => (answer.status === 401 ? null : wrongStatus(401, answer)),
      };
  },
};
