import type { Action } from '../model/access-rules.js';
import { linesOf, type ChildrenInfo } from '../model/model-info.js';
import { forbidden, invalid } from '../problem/problem.js';
import { authorize, related, type Granted, type Scope } from './scope.js';
import { isRecord, knownNames } from './writing/check-payload.js';
import { linesScope, settledIn } from './writing/lines.js';

type WriteAction = Extract<Action, 'create' | 'edit'>;

/** Where a request's fields would be dropped, code is refused: 403 for fields that its caller may not write, also of lines. */
export function assertWritable(values: object, action: WriteAction, scope: Scope): void {
  const refused = closedIn(values, action, scope);
  if (refused.length > 0) throw forbidden(`You may not write ${refused.join(', ')}.`);
}

function closedIn(values: object, action: WriteAction, scope: Scope): readonly string[] {
  const allowed = authorize(scope, action);
  const own = Object.entries(values)
    .filter(([name, value]) => value !== undefined && isClosed(name, allowed))
    .map(([name]) => `${scope.model.name}.${name}`);
  const ofLines = linesIn(values, scope).flatMap(({ items, relation }) =>
    items.filter(isRecord).flatMap((item) => {
      const lines = linesScope(relation, scope);
      const written = withoutPlace(item, relation, lines);
      const isEmpty = Object.keys(written).length === 0;
      return isEmpty ? [] : closedIn(written, actionOn(item), lines);
    }),
  );
  return [...new Set([...own, ...ofLines])];
}

const actionOn = ({ id }: Readonly<Record<string, unknown>>): WriteAction =>
  id === undefined || id === null ? 'create' : 'edit';

/** What is written of a line beside what says which one it is. */
function withoutPlace(
  item: Readonly<Record<string, unknown>>,
  relation: ChildrenInfo,
  { model }: Scope,
): Readonly<Record<string, unknown>> {
  const settled = settledIn(relation, model);
  const isPlace = (name: string): boolean =>
    name === 'id' || name === '_delete' || settled.has(name);
  return Object.fromEntries(Object.entries(item).filter(([name]) => !isPlace(name)));
}

/** The lists of lines in a payload. */
const linesIn = (values: object, { model }: Scope) =>
  linesOf(model).flatMap((relation) => {
    const items = (values as Readonly<Record<string, unknown>>)[relation.name];
    return Array.isArray(items) ? [{ relation, items: items as readonly unknown[] }] : [];
  });

/** A name that would be dropped from a payload. */
const isClosed = (name: string, { grant, model }: Granted): boolean =>
  !grant.writable.has(name) && knownNames(model).has(name);

/** A body without the names that would be dropped, also in lines; without an action, for both that the user has. */
export function pick(body: unknown, action: WriteAction | undefined, scope: Scope): object {
  if (!isRecord(body))
    throw invalid([{ field: '', code: 'type', message: 'The body must be a JSON object.' }]);
  const ways = (action ? [action] : (['create', 'edit'] as const)).flatMap(
    (one) => related(scope.model, one, scope) ?? [],
  );
  if (ways.length === 0) authorize(scope, action ?? 'edit');
  const kept = Object.entries(body).filter(
    ([name]) => !ways.some((allowed) => isClosed(name, allowed)),
  );
  const lines = linesIn(body, scope).map(({ relation, items }) => [
    relation.name,
    items.map((item) => (isRecord(item) ? pickLine(item, relation, scope) : item)),
  ]);
  return { ...Object.fromEntries(kept), ...Object.fromEntries(lines) };
}

function pickLine(
  item: Readonly<Record<string, unknown>>,
  relation: ChildrenInfo,
  scope: Scope,
): object {
  const { id, _delete } = item;
  const lines = linesScope(relation, scope);
  const written = withoutPlace(item, relation, lines);
  return {
    ...(id !== undefined && { id }),
    ...(_delete !== undefined && { _delete }),
    ...(Object.keys(written).length > 0 && pick(written, actionOn(item), lines)),
  };
}
