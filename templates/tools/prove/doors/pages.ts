import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Person, Row } from '../naive/naive.js';
import { chosenFields, mayReadAll, turnOf } from './chosen.js';
import { atModels, pathOf, wrongStatus, type Door, type Proof, type Question } from './door.js';
import { byId, orderBy, queryText, wrongIds, wrongTotal, type Parameters } from './ask-list.js';
import { listed } from './record-of.js';
import { isSorted } from './values.js';

const SIZE = 3;
/** The pages of a list that are asked for; further pages would be alike. */
const MOST = 3;

/** Pages by cursor: each page begins behind the page before it, among the rows that the reader sees. */
export const pages: Door = {
  name: 'cursor pages',
  needsIds: true,
  reads: ['list'],
  claims: atModels('GET', ''),
  *questions(proof, actor, model) {
    const { naive } = proof;
    if (!naive.may(actor, 'list', model.name)) return;
    const fields = chosenFields(proof, actor, model, 1).filter((name) => {
      const column = model.column.get(name);
      return column && isSorted(column) && mayReadAll(naive, actor, model, [name]);
    });
    const turn = turnOf(proof, actor);
    const field = fields[turn % Math.max(1, fields.length)] ?? 'id';
    let cursor: string | null = null;
    for (let page = 0; page < MOST; page++) {
      yield pageOf(proof, actor, model, { field, page, cursor }, (next) => (cursor = next));
      if (cursor === null) return;
    }
  },
};

interface Place {
  readonly field: string;
  readonly page: number;
  readonly cursor: string | null;
}

function pageOf(
  { naive }: Proof,
  actor: Person,
  model: ModelInfo,
  { field, page, cursor }: Place,
  onNext: (cursor: string | null) => void,
): Question {
  const after: Parameters = cursor === null ? {} : { _after: cursor };
  const query = queryText({ _sort: field, _end: String(SIZE), ...after });
  return {
    model: model.name,
    request: { method: 'GET', path: `${pathOf(model)}?${query}` },
    judge(answer) {
      onNext(null);
      if (answer.status !== 200) return wrongStatus(200, answer);
      const sorted = orderBy(field, model)!;
      const order = (a: Row, b: Row) => sorted(a, b) || byId(model)(a, b);
      const all = listed(naive, actor, model.name).toSorted(order);
      const rows = all.slice(page * SIZE, (page + 1) * SIZE);
      const next = answer.headers.get('x-next-cursor');
      const isLast = (page + 1) * SIZE >= all.length;
      onNext(isLast ? null : next);
      if (isLast && next !== null)
        return { expected: 'no page behind this one', told: `the cursor ${next}` };
      return wrongTotal(answer, all.length) ?? wrongIds(answer.body as Row[], rows);
    },
  };
}
