import { askList } from './ask-list.js';
import { atModels, nobodyOf, type Door } from './door.js';

/** All records by their ids, as clients fetch the targets of references. Lists leave out the records that the reader does not see. */
export const byIds: Door = {
  name: 'many by ids',
  needsIds: true,
  reads: ['list'],
  claims: atModels('GET', ''),
  *questions(proof, actor, model) {
    const ids = [...proof.naive.world[model.name]!.map(({ id }) => id), nobodyOf(model)].map(
      String,
    );
    const needs: readonly string[] = [];
    yield askList(proof, actor, model, { query: { id: ids }, needs });
    // A comma separates ids.
    const list = ids.map(encodeURIComponent).join(',');
    yield askList(proof, actor, model, { query: { id__in: list }, needs });
  },
};
