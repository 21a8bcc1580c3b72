import { askChanges, isBeyond } from '../writing/ask-write.js';
import { atModels, type Door } from './door.js';

/** Changes of single fields, of each kind of row. */
export const patch: Door = {
  name: 'patch',
  writes: true,
  claims: atModels('PATCH', '/{id}'),
  *questions(proof, actor, model) {
    if (!isBeyond(proof, model, 'patch'))
      yield* askChanges(proof, actor, model, { door: 'patch', method: 'PATCH' });
  },
};
