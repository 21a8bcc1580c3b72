import { askChanges, isBeyond } from '../writing/ask-write.js';
import { pathOf, type Door } from './door.js';

/** Changes of single fields, of each kind of row. */
export const patch: Door = {
  name: 'patch',
  writes: true,
  claims: ({ method, path }, { models }) =>
    method === 'PATCH' && models.some((model) => path === `${pathOf(model)}/{id}`),
  *questions(proof, actor, model) {
    if (!isBeyond(proof, model, 'patch'))
      yield* askChanges(proof, actor, model, { door: 'patch', method: 'PATCH' });
  },
};
