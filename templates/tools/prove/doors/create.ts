import { askCreates, isBeyond } from '../writing/ask-write.js';
import { pathOf, type Door } from './door.js';

/** New records: valid ones, and each alternative of each field that rules look at. */
export const create: Door = {
  name: 'create',
  writes: true,
  claims: ({ method, path }, { models }) =>
    method === 'POST' && models.some((model) => path === pathOf(model)),
  *questions(proof, actor, model) {
    if (!isBeyond(proof, model, 'post')) yield* askCreates(proof, actor, model, 'create');
  },
};
