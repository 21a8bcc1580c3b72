import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import { isAdministered, isBeyond, Writes } from '../writing/ask-write.js';
import { foretell } from '../writing/foretell.js';
import { kindsOf } from '../writing/kinds.js';
import { atModels, nobodyOf, type Door, type Proof } from './door.js';

/** Rows of each kind, by what they are to the actor and by what depends on them; and one that does not exist. */
export const remove: Door = {
  name: 'delete',
  writes: true,
  claims: atModels('DELETE', '/{id}'),
  *questions(proof, actor, model) {
    if (isBeyond(proof, model, 'delete')) return;
    const writes = new Writes(proof, 'delete');
    const of = (id: Row['id']) => writes.remove({ actor, model }, id);
    if (!proof.naive.may(actor, 'delete', model.name))
      return yield* writes.refusals([...firstOf(proof, actor, model), nobodyOf(model)].map(of));
    if (isAdministered(proof, model)) return;
    for (const id of rowsToDelete(proof, actor, model))
      yield* writes.ask(of(id), of(nobodyOf(model)));
  },
};

const firstOf = (proof: Proof, actor: Person, model: ModelInfo): readonly Row['id'][] =>
  kindsOf(proof, actor, model)
    .slice(0, 1)
    .map(({ row }) => row.id);

/** A row of each kind, and a row of each outcome: how many rows of which models go or change with it. */
function rowsToDelete(proof: Proof, actor: Person, model: ModelInfo): readonly Row['id'][] {
  const { naive } = proof;
  const outcomes = new Map<string, Row['id']>();
  for (const { id } of naive.world[model.name]!) {
    const key = outcomeOf(naive, actor, model.name, id);
    if (!outcomes.has(key)) outcomes.set(key, id);
  }
  const kinds = kindsOf(proof, actor, model).map(({ row }) => row.id);
  return [...new Set([...kinds, ...outcomes.values()])];
}

function outcomeOf(naive: Naive, actor: Person, model: string, id: Row['id']): string {
  const { status, world } = foretell(naive, (plain) => plain.remove(actor, model, id, () => true));
  const changed = Object.keys(world).flatMap((name) => {
    const left = naive.world[name]!.length - world[name]!.length;
    return left > 0 ? [`${name} ${Math.min(left, 2)}`] : [];
  });
  return `${status} ${changed.join()}`;
}
