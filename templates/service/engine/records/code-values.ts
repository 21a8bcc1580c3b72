import type { Action } from '../model/access-rules.js';
import { forbidden, invalid } from '../problem/problem.js';
import { authorize, related, type Granted, type Scope } from './scope.js';
import { isRecord, knownNames } from './writing/check-payload.js';

export type WriteAction = Extract<Action, 'create' | 'edit'>;

/** Where a request's fields would be dropped, code is refused: 403 for fields that its caller may not write, also of lines. */
export function assertWritable(values: object, action: WriteAction, scope: Scope): void {
  const refused = closedIn(values, action, scope);
  if (refused.length > 0) throw forbidden(`You may not write ${refused.join(', ')}.`);
}

/** The fields of a payload that its writer may not write, as `Order.total`. */
export function closedIn(values: object, action: WriteAction, scope: Scope): readonly string[] {
  const { core, model } = scope;
  const allowed = authorize(scope, action);
  const own = Object.entries(values)
    .filter(([name, value]) => value !== undefined && isClosed(name, allowed))
    .map(([name]) => `${model.name}.${name}`);
  const ofLines = core.plan(model).lines?.closedIn(values, scope) ?? [];
  return [...new Set([...own, ...ofLines])];
}

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
  return {
    ...Object.fromEntries(kept),
    ...scope.core.plan(scope.model).lines?.pick(body, scope),
  };
}
