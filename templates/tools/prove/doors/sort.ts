import { askList, byTies, orderBy } from './ask-list.js';
import { chosenFields, inTurn, strangeNames, turnOf } from './chosen.js';
import { atModels, type Door } from './door.js';

/** The order of a list tells about the values of a field, so lists refuse to sort by a field that the reader may not read. */
export const sort: Door = {
  name: 'sort',
  reads: ['list'],
  claims: atModels('GET', ''),
  *questions(proof, actor, model) {
    const turn = turnOf(proof, actor);
    const names = [
      ...chosenFields(proof, actor, model, 1),
      ...inTurn(strangeNames(model), turn, 1),
    ];
    for (const [at, name] of names.entries()) {
      const order = orderBy(name, model);
      const sign = (turn + at) % 2 === 0 ? 1 : -1;
      yield askList(proof, actor, model, {
        query: { _sort: name, _order: sign > 0 ? 'ASC' : 'DESC' },
        needs: [name],
        isKnown: order !== null,
        order: (a, b) => sign * order!(a, b) || byTies(proof, actor, model)(a, b),
      });
    }
  },
};
