import type { RecordId } from '../fields/record-id.js';
import type { Action } from '../model/access-rules.js';
import type { Query, RecordChange } from '../model/operations.js';
import type { GroupOptions, RecordWriteOptions, Records, WhereOption } from '../model/records.js';
import type { Where } from '../model/where.js';
import { aggregate, groupBy } from './aggregate.js';
import { assertWritable, pick } from './code-values.js';
import { count, countWhere } from './count.js';
import { create, createMany } from './create.js';
import { each, find, findOne, getRow } from './find.js';
import { list } from './list.js';
import { remove } from './remove.js';
import { authorize, type Scope } from './scope.js';
import { update, updateMany } from './update.js';
import { findOrCreate, upsert } from './upsert.js';
import { visible } from './visible.js';
import { whileSame } from './writing/expected-values.js';

/** The records of a scope as code works with them: fields that would be dropped from a request are refused. */
export const recordsOf = <T>(scope: Scope): Records<T> =>
  // The compiler compares the names alone: it does not know that rows of the model have the fields of `T`.
  new ScopedRecords(scope) as unknown as Records<T>;

type Options = WhereOption<object>;
type WriteOptions = RecordWriteOptions<object>;

const FUNCTIONS = {
  find,
  findOne,
  each,
  get: getRow,
  count: (scope: Scope, given: Query | Options = {}, where?: Where) =>
    isOption(given) ? countWhere(scope, given) : count(scope, given, where),
  sum: (scope: Scope, field: string, options?: Options) => aggregate(scope, 'sum', field, options),
  avg: (scope: Scope, field: string, options?: Options) => aggregate(scope, 'avg', field, options),
  min: (scope: Scope, field: string, options?: Options) => aggregate(scope, 'min', field, options),
  max: (scope: Scope, field: string, options?: Options) => aggregate(scope, 'max', field, options),
  groupBy: (scope: Scope, by: string | readonly string[], options?: GroupOptions<object, string>) =>
    groupBy(scope, [by].flat(), options),
  visible,
  list,
  create: async (scope: Scope, values: object) => {
    assertWritable(values, 'create', scope);
    return (await create(scope, values)).record;
  },
  replace: async (scope: Scope, id: RecordId, values: object, options?: WriteOptions) => {
    assertWritable(values, 'edit', scope);
    return update(scope, 'replace', id, values, whileSame(options, 'edit', scope));
  },
  update: async (scope: Scope, id: RecordId, values: object, options?: WriteOptions) => {
    assertWritable(values, 'edit', scope);
    return update(scope, 'update', id, values, whileSame(options, 'edit', scope));
  },
  remove: async (scope: Scope, id: RecordId, options?: WriteOptions) =>
    remove(scope, id, whileSame(options, 'delete', scope)),
  createMany: async (scope: Scope, values: readonly object[]) => {
    for (const one of values) assertWritable(one, 'create', scope);
    return (await createMany(scope, values)).records;
  },
  updateMany: async (scope: Scope, changes: readonly UpdateItem[]) =>
    updateMany(
      scope,
      changes.map((change) => changeOf(change, scope)),
    ),
  findOrCreate: (scope: Scope, key: object, values: object = {}) =>
    findOrCreate(scope, key, values),
  upsert,
  pick: (scope: Scope, body: unknown, action?: 'create' | 'edit') => pick(body, action, scope),
  authorize: (scope: Scope, action: Action) => void authorize(scope, action),
} satisfies Record<Exclude<keyof Records<unknown>, 'model'>, unknown>;

/** The functions, bound to a scope: code may take a function from its object. */
class ScopedRecords {
  constructor(private readonly scope: Scope) {}

  get model() {
    return this.scope.model;
  }

  static {
    // Binding all of them for each `crud(Task)` takes longer than reading a record.
    for (const [name, of] of Object.entries(FUNCTIONS) as [string, ScopedFunction][])
      Object.defineProperty(this.prototype, name, {
        get(this: ScopedRecords) {
          return of.bind(undefined, this.scope);
        },
      });
  }
}

type ScopedFunction = (scope: Scope, ...rest: unknown[]) => unknown;

/** A change as code gives it. */
interface UpdateItem extends WriteOptions {
  readonly id: RecordId;
  readonly values: object;
}

function changeOf({ id, values, ifMatch }: UpdateItem, scope: Scope): RecordChange {
  assertWritable(values, 'edit', scope);
  return { id, values, options: whileSame({ ifMatch }, 'edit', scope) };
}

/** A condition is an object or a function, a query parameter is a text or a list of texts. */
const isOption = (given: Query | Options): given is Options =>
  typeof given.where === 'function' ||
  (typeof given.where === 'object' && !Array.isArray(given.where));
