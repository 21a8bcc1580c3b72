import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import { askList } from './ask-list.js';
import { mayReadAll } from './chosen.js';
import { atModels, type Door, type Wrong } from './door.js';
import { listed } from './record-of.js';

/** `_count` tells how many records refer to a record. It counts only records that the reader may list, by a field that they may read. */
export const count: Door = {
  name: 'count',
  reads: ['list'],
  claims: atModels('GET', ''),
  *questions(proof, actor, model) {
    const { naive } = proof;
    const children = model.children.map(({ name, model: of, field }) => ({
      ...{ name, field },
      of: proof.model(of),
    }));
    for (const child of children)
      yield askList(proof, actor, model, {
        query: { _count: child.name },
        needs: [],
        isKnown: isCounted(naive, actor, child),
        judge: (told, rows) => wrongCounts(told, rows, child, { naive, actor }),
      });
    // A relation to one is none of them.
    if (children.length === 0) return;
    const [other = 'nothing'] = model.columns.flatMap(({ reference }) => reference?.relation ?? []);
    yield askList(proof, actor, model, { query: { _count: other }, needs: [], isKnown: false });
  },
};

interface Child {
  readonly name: string;
  readonly of: ModelInfo;
  readonly field: string;
}

/** Whether a reader may list records by the record to which they refer. */
export const isCounted = (
  naive: Naive,
  actor: Person,
  { of, field }: Omit<Child, 'name'>,
): boolean => naive.may(actor, 'list', of.name) && mayReadAll(naive, actor, of, [field]);

function wrongCounts(
  told: readonly Row[],
  rows: readonly Row[],
  { name, of, field }: Child,
  { naive, actor }: { readonly naive: Naive; readonly actor: Person },
): Wrong | null {
  const all = listed(naive, actor, of.name);
  for (const [at, row] of rows.entries()) {
    const key = row[of.column.get(field)!.reference!.key];
    const expected = all.filter((one) => one[field] !== null && one[field] === key).length;
    const { [name]: counted } = told[at]!['_count'] as Record<string, number>;
    if (counted !== expected)
      return { expected: `${expected} ${name} of ${row.id}`, told: `${counted} of them` };
  }
  return null;
}
