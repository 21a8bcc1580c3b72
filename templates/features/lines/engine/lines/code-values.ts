import { linesOf, type ChildrenInfo } from '../model/model-info.js';
import { closedIn, pick, type WriteAction } from '../records/code-values.js';
import type { Scope } from '../records/scope.js';
import { isRecord } from '../records/writing/check-payload.js';
import { linesScope, settledIn } from './lines.js';

type Item = Readonly<Record<string, unknown>>;

/** The fields of lines in a payload of code that its writer may not write. */
export const closedInLines = (values: object, scope: Scope): readonly string[] =>
  linesIn(values, scope).flatMap(({ items, relation }) =>
    items.filter(isRecord).flatMap((item) => {
      const lines = linesScope(relation, scope);
      const written = withoutPlace(item, relation, lines);
      const isEmpty = Object.keys(written).length === 0;
      return isEmpty ? [] : closedIn(written, actionOn(item), lines);
    }),
  );

/** The lists of lines in a body, each line without the names that would be dropped. */
export const pickLines = (body: object, scope: Scope): object =>
  Object.fromEntries(
    linesIn(body, scope).map(({ relation, items }) => [
      relation.name,
      items.map((item) => (isRecord(item) ? pickLine(item, relation, scope) : item)),
    ]),
  );

function pickLine(item: Item, relation: ChildrenInfo, scope: Scope): object {
  const { id, _delete } = item;
  const lines = linesScope(relation, scope);
  const written = withoutPlace(item, relation, lines);
  return {
    ...(id !== undefined && { id }),
    ...(_delete !== undefined && { _delete }),
    ...(Object.keys(written).length > 0 && pick(written, actionOn(item), lines)),
  };
}

const actionOn = ({ id }: Item): WriteAction =>
  id === undefined || id === null ? 'create' : 'edit';

/** The members of a line that are written, without those that say which line it is. */
function withoutPlace(item: Item, relation: ChildrenInfo, { model }: Scope): Item {
  const settled = settledIn(relation, model);
  const isPlace = (name: string): boolean =>
    name === 'id' || name === '_delete' || settled.has(name);
  return Object.fromEntries(Object.entries(item).filter(([name]) => !isPlace(name)));
}

/** The lists of lines in a payload. */
const linesIn = (values: object, { model }: Scope) =>
  linesOf(model).flatMap((relation) => {
    const items = (values as Item)[relation.name];
    return Array.isArray(items) ? [{ relation, items: items as readonly unknown[] }] : [];
  });
