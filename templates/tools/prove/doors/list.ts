import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import { atModels, pathOf, wrongStatus, type Door, type Wrong } from './door.js';
import { byId } from './ask-list.js';
import { listed, wrongRecord } from './record-of.js';

/** All records in one page, and a page of three. */
export const list: Door = {
  name: 'list',
  reads: ['list'],
  claims: atModels('GET', ''),
  *questions({ naive }, actor, model) {
    for (const query of ['?_end=10000', '?_end=3'])
      yield {
        model: model.name,
        request: { method: 'GET', path: `${pathOf(model)}${query}` },
        judge(answer) {
          if (!naive.may(actor, 'list', model.name))
            return answer.status === 403 ? null : wrongStatus(403, answer);
          if (answer.status !== 200) return wrongStatus(200, answer);
          const all = listed(naive, actor, model.name);
          const rows = query === '?_end=3' ? all.slice(0, 3) : all;
          const total = Number(answer.headers.get('x-total-count'));
          if (total !== all.length)
            return { expected: `${all.length} in all`, told: String(total) };
          return wrongRecords(answer.body as Row[], rows, { naive, actor, model });
        },
      };
  },
};

/** Whether records of a list are just those of these rows, in whatever order. */
export function wrongRecords(
  told: readonly Row[],
  rows: readonly Row[],
  { naive, actor, model }: { naive: Naive; actor: Person; model: ModelInfo },
): Wrong | null {
  const ids = (some: readonly Row[]) => some.toSorted(byId(model)).map(({ id }) => id);
  const [one, other] = [ids(told), ids(rows)];
  if (one.join() !== other.join())
    return {
      expected: `ids ${other.join(', ') || 'none'}`,
      told: `ids ${one.join(', ') || 'none'}`,
    };
  for (const record of told) {
    const row = rows.find(({ id }) => id === record.id)!;
    const wrong = wrongRecord(record, row, { naive, actor, action: 'list', model });
    if (wrong) return wrong;
  }
  return null;
}
