import { askCreates, isBeyond } from '../writing/ask-write.js';
import { atModels, type Door } from './door.js';

/** New records: valid ones, and each alternative of each field that rules look at. */
export const create: Door = {
  name: 'create',
  writes: true,
  claims: atModels('POST', ''),
  *questions(proof, actor, model) {
    if (!isBeyond(proof, model, 'post')) yield* askCreates(proof, actor, model, 'create');
  },
};
