import type { Action, Grant } from '../model/access-rules.js';
import type { Operations, Query, RecordText, WriteOptions } from '../model/operations.js';
import type {
  EachOptions,
  FindOptions,
  GetOptions,
  GroupOptions,
  Records,
  WhereOption,
} from '../model/records.js';
import type { Where as Condition } from '../model/where.js';
import { forbidden, invalid } from '../problem/problem.js';
import { aggregate, countWhere, groupBy } from './aggregate.js';
import { isRecord, knownNames } from './check-payload.js';
import { each, find, findOne, getRow } from './find.js';
import { count, get, list } from './list.js';
import { countSince, groups, recent } from './overview.js';
import { remove } from './remove.js';
import { authorize, type Scope } from './scope.js';
import { create, update } from './write.js';

/** The operations of a scope on JSON texts, for the generated endpoints. */
export const operationsOf = (scope: Scope): Operations => ({
  model: scope.model,
  list: (query, where) => list(scope, query, where),
  count: (query, where) => count(scope, query, where),
  countSince: (moments, where) => countSince(scope, moments, where),
  groups: (field, where) => groups(scope, field, where),
  recent: (where) => recent(scope, where),
  get: (id, options) => get(scope, id, options),
  create: (values) => create(scope, values),
  replace: (id, values, options) => update(scope, 'replace', id, values, options),
  update: (id, values, options) => update(scope, 'update', id, values, options),
  remove: (id, options) => remove(scope, id, options),
  authorize: (action) => void authorize(scope, action),
});

/** The records of a scope as code works with them. */
export function recordsOf<T>(scope: Scope): Records<T> {
  const permit = (action: Action) => void authorize(scope, action);
  const records = {
    model: scope.model,
    ...readsOf(scope),
    ...writesOf(scope),
    authorize: permit,
    demand: permit,
  };
  return records satisfies { [K in keyof Records<T>]: unknown } as unknown as Records<T>;
}

type Where = WhereOption<object>;

const readsOf = (scope: Scope) => ({
  find: (options?: FindOptions<object, string>) => find(scope, options),
  findOne: (options: FindOptions<object, string>) => findOne(scope, options),
  each: (options?: EachOptions<object, string>) => each(scope, options),
  get: (id: number, options?: GetOptions<string>) => getRow(scope, id, options),
  count: (given: Query | Where = {}, where?: Condition) =>
    isOption(given) ? countWhere(scope, given) : count(scope, given, where),
  sum: (field: string, options?: Where) => aggregate(scope, 'sum', field, options),
  avg: (field: string, options?: Where) => aggregate(scope, 'avg', field, options),
  min: (field: string, options?: Where) => aggregate(scope, 'min', field, options),
  max: (field: string, options?: Where) => aggregate(scope, 'max', field, options),
  groupBy: (by: string | readonly string[], options?: GroupOptions<object, string>) =>
    groupBy(scope, [by].flat(), options),
  list: (query?: Query, where?: Condition) => list(scope, query, where),
});

const writesOf = (scope: Scope) => ({
  create: async (values: object) => {
    assertWritable(values, 'create', scope);
    return rowOf(await create(scope, values));
  },
  replace: async (id: number, values: object, options?: WriteOptions) => {
    assertWritable(values, 'edit', scope);
    return rowOf(await update(scope, 'replace', id, values, options));
  },
  update: async (id: number, values: object, options?: WriteOptions) => {
    assertWritable(values, 'edit', scope);
    return rowOf(await update(scope, 'update', id, values, options));
  },
  remove: (id: number, options?: WriteOptions) => remove(scope, id, options),
  pick: (body: unknown, action?: 'create' | 'edit') => pick(body, action, scope),
});

const rowOf = ({ text }: RecordText): unknown => JSON.parse(text);

/** A condition is an object or a function, a query parameter is a text or a list of texts. */
const isOption = (given: Query | Where): given is Where =>
  typeof given.where === 'function' ||
  (typeof given.where === 'object' && !Array.isArray(given.where));

/** Where a request's fields would be dropped, code is refused: 403 for fields that its caller may not write. */
function assertWritable(values: object, action: 'create' | 'edit', scope: Scope): void {
  const grant = authorize(scope, action);
  const { model } = scope;
  const refused = Object.entries(values)
    .filter(([name, value]) => value !== undefined && isClosed(name, grant, scope))
    .map(([name]) => `${model.name}.${name}`);
  if (refused.length > 0) throw forbidden(`You may not write ${refused.join(', ')}.`);
}

/** A name that would be dropped from a payload. */
const isClosed = (name: string, { writable }: Grant, { model }: Scope): boolean =>
  !writable.has(name) && knownNames(model).has(name);

/** A body without the names that would be dropped; without an action, for both that the user has. */
function pick(body: unknown, action: 'create' | 'edit' | undefined, scope: Scope): object {
  if (!isRecord(body))
    throw invalid([{ field: '', code: 'type', message: 'The body must be a JSON object.' }]);
  const { access, user, model } = scope;
  const grants = (action ? [action] : (['create', 'edit'] as const)).flatMap(
    (one) => access.grant(user, one, model) ?? [],
  );
  if (grants.length === 0) authorize(scope, action ?? 'edit');
  const kept = Object.entries(body).filter(
    ([name]) => !grants.some((grant) => isClosed(name, grant, scope)),
  );
  return Object.fromEntries(kept);
}
