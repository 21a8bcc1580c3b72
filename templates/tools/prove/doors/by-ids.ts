import { askList } from './ask-list.js';
import { atModels, type Door } from './door.js';

const NOBODY = 999_999_999;

/** All records by their ids, as clients fetch the targets of references. Lists leave out the records that the reader does not see. */
export const byIds: Door = {
  name: 'many by ids',
  reads: ['list'],
  claims: atModels('GET', ''),
  *questions(proof, actor, model) {
    const ids = [...proof.naive.world[model.name]!.map(({ id }) => id), NOBODY].map(String);
    const needs: readonly string[] = [];
    yield askList(proof, actor, model, { query: { id: ids }, needs });
    yield askList(proof, actor, model, { query: { id__in: ids.join(',') }, needs });
  },
};
