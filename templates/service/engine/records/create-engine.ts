import { LRUCache } from 'lru-cache';
import { pino, type Logger } from 'pino';
import {
  SYSTEM_ACCESS,
  SYSTEM_USER,
  createPolicy,
  type Access,
  type Policy,
  type Roles,
} from '../access/policy.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import type { Sql } from '../database/sql.js';
import type { RecordId } from '../fields/record-id.js';
import type { Action, CurrentUser } from '../model/access-rules.js';
import { describeModels } from '../model/describe-models.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import type { Query, RecordChange, Row } from '../model/operations.js';
import type {
  CallContext,
  Crud,
  EachOptions,
  Engine,
  FindOptions,
  GetOptions,
  GroupOptions,
  RecordWriteOptions,
  Records,
  VisibleOptions,
  WhereOption,
} from '../model/records.js';
import type { Where } from '../model/where.js';
import { ignoreFailure, type ReportFailure } from '../problem/problem.js';
import { aggregate, groupBy } from './aggregate.js';
import { assertWritable, pick } from './code-values.js';
import { ByteBudget } from './reading/byte-budget.js';
import { CountCache, PageCache, StatementCache } from './reading/caches.js';
import { count, countWhere } from './count.js';
import { create, createMany } from './create.js';
import { whileSame } from './writing/expected-values.js';
import { each, find, findOne, getRow } from './find.js';
import { list } from './list.js';
import type { QueryLimits } from './query/query-cost.js';
import { readRecords } from './reading/read-records.js';
import { createReader } from './reading/record-reader.js';
import { remove } from './remove.js';
import { oneRow } from './reading/rows-where.js';
import { ScopedOperations } from './scoped-operations.js';
import {
  authorize,
  reading,
  related,
  type Core,
  type RecordLines,
  type RecordReader,
  type Scope,
} from './scope.js';
import { update, updateMany } from './update.js';
import { findOrCreate, upsert } from './upsert.js';
import { query, visible } from './visible.js';
import { Widths } from './reading/widths.js';
import { writePlans } from './writing/write-plan.js';

export interface EngineParts {
  readonly database: Database;
  readonly modules: readonly ModelModule[];
  /** Role name -> allowed HTTP methods; a new map whenever roles have changed. */
  readonly roles: () => Roles;
  /** The fields that `q` searches. */
  readonly searchedFields: (model: ModelInfo) => readonly string[];
  /** Tables with triggers; see `findTriggers`. */
  readonly triggered?: ReadonlySet<string>;
  /** The trigram indexes that the database has; see `findTrigrams`. Without them `contains` scans all rows. */
  readonly trigrams?: ReadonlySet<string>;
  /** How records are read and written with the record whose lines they are, where a feature does. */
  readonly lines?: RecordLines | undefined;
  readonly settings: QueryLimits;
  /** Reports rules and computed fields that fail; ignored unless given. */
  readonly report?: ReportFailure;
  /** For log lines of hooks; none unless given. */
  readonly logger?: Logger;
  /** Awaited before each write. */
  readonly ready?: (() => Promise<void>) | undefined;
}

/** The engine together with the policy that all its operations obey. */
export interface EngineWithPolicy extends Engine {
  readonly policy: Policy;
  /** What a user may do with a model, for features that read its records in ways of their own. */
  scope(user: CurrentUser, context?: CallContext): (entity: new () => object) => Scope;
  /** The operations under another access than the policy, for what the service itself lets a user do. */
  under(access: Access, user: CurrentUser): Crud;
  /** A record as a user with these roles would see it, read through `session`; null where they would not. */
  seen(session: Session, entity: string, id: RecordId, who: Viewer): Promise<object | null>;
}

/** A user with the permissions of their roles. */
export interface Viewer {
  readonly user: CurrentUser;
  readonly roles: Roles;
}

/** Reads the models once and provides the operations of all of them, for any user. */
export function createEngine(parts: EngineParts): EngineWithPolicy {
  const core = createCore(parts);
  const policy = createPolicy(core.models, parts.roles, parts.report);
  const scope: EngineWithPolicy['scope'] =
    (user, context = {}) =>
    (entity) => ({ core, access: policy, user, model: core.model(entity.name), context });
  return {
    models: core.models,
    model: core.model,
    policy,
    as: (user, context) => crudOf(core, policy, user, context),
    under: core.crudOf,
    system: core.system(),
    systemIn: core.system,
    scope,
    operations: (user, context) => {
      const of = scope(user, context);
      return (entity) => new ScopedOperations(of(entity));
    },
    seen: (session, entity, id, { user, roles }) => {
      const access = policy.withRoles(roles);
      return visibleRecord(id, session, {
        core,
        access,
        user,
        model: core.model(entity),
        context: {},
      });
    },
  };
}

/** Readers of chosen fields that are kept. */
const MAX_CHOICES = 500;

function createCore({
  database,
  modules,
  searchedFields,
  settings,
  triggered = new Set(),
  trigrams,
  lines,
  report = ignoreFailure,
  logger = pino({ enabled: false }),
  ready,
}: EngineParts): Core {
  const models = describeModels(database.dataSource, modules, { trigrams, lines });
  const byName = new Map(models.map((model) => [model.name, model]));
  const statements = new StatementCache();
  const readers = new Map<string, RecordReader>();
  // Requests choose fields: there is no end to their choices.
  const choices = new LRUCache<string, RecordReader>({ max: MAX_CHOICES });
  const core: Core = {
    database,
    dialect: database.dialect,
    models,
    byName,
    model(name) {
      const model = byName.get(name);
      if (!model) throw new Error(`there is no model ${name}`);
      return model;
    },
    statements,
    counts: new CountCache(database, statements),
    pages: new PageCache(),
    reader(model, grant) {
      const of = grant.shown ? choices : readers;
      const known = of.get(grant.readableKey);
      if (known) return known;
      const reader = createReader(model, grant, database.dialect, report);
      of.set(grant.readableKey, reader);
      return reader;
    },
    triggered,
    searchedFields,
    limits: settings,
    widths: new Widths(),
    budget: new ByteBudget(settings.pageLimit ?? Infinity),
    ...(ready && { ready }),
    crudOf: (access, user, context) => crudOf(core, access, user, context),
    plan: (model) => plans(model),
    log: logger,
    system: (context) => crudOf(core, SYSTEM_ACCESS, SYSTEM_USER, context),
  };
  const plans = writePlans(core, (model) => lines?.steps(model, core) ?? null);
  return core;
}

function crudOf(core: Core, access: Access, user: CurrentUser, context: CallContext = {}): Crud {
  const recordsIn = <T extends object>(entity: new () => T) =>
    recordsOf<T>({ core, access, user, model: core.model(entity.name), context });
  const rowsOf = <R>(statement: Sql) =>
    query(statement, { core, access, user, context }) as Promise<R[]>;
  return Object.assign(recordsIn, { query: rowsOf });
}

/** The records of a scope as code works with them. */
export function recordsOf<T>(scope: Scope): Records<T> {
  const records = {
    model: scope.model,
    ...readsOf(scope),
    ...writesOf(scope),
    authorize: (action: Action) => void authorize(scope, action),
  };
  return records satisfies { [K in keyof Records<T>]: unknown } as unknown as Records<T>;
}

type Options = WhereOption<object>;

const readsOf = (scope: Scope) => ({
  find: (options?: FindOptions<object, string>) => find(scope, options),
  findOne: (options: FindOptions<object, string>) => findOne(scope, options),
  each: (options?: EachOptions<object, string>) => each(scope, options),
  get: (id: RecordId, options?: GetOptions<string>) => getRow(scope, id, options),
  count: (given: Query | Options = {}, where?: Where) =>
    isOption(given) ? countWhere(scope, given) : count(scope, given, where),
  sum: (field: string, options?: Options) => aggregate(scope, 'sum', field, options),
  avg: (field: string, options?: Options) => aggregate(scope, 'avg', field, options),
  min: (field: string, options?: Options) => aggregate(scope, 'min', field, options),
  max: (field: string, options?: Options) => aggregate(scope, 'max', field, options),
  groupBy: (by: string | readonly string[], options?: GroupOptions<object, string>) =>
    groupBy(scope, [by].flat(), options),
  visible: (options?: VisibleOptions<object, string>) => visible(scope, options),
  list: (query?: Query, where?: Where) => list(scope, query, where),
});

const writesOf = (scope: Scope) => ({
  create: async (values: object) => {
    assertWritable(values, 'create', scope);
    return (await create(scope, values)).record;
  },
  replace: async (id: RecordId, values: object, options?: RecordWriteOptions<object>) => {
    assertWritable(values, 'edit', scope);
    return update(scope, 'replace', id, values, whileSame(options, 'edit', scope));
  },
  update: async (id: RecordId, values: object, options?: RecordWriteOptions<object>) => {
    assertWritable(values, 'edit', scope);
    return update(scope, 'update', id, values, whileSame(options, 'edit', scope));
  },
  remove: async (id: RecordId, options?: RecordWriteOptions<object>) =>
    remove(scope, id, whileSame(options, 'delete', scope)),
  createMany: async (values: readonly object[]) => {
    for (const one of values) assertWritable(one, 'create', scope);
    return (await createMany(scope, values)).records;
  },
  updateMany: async (changes: readonly UpdateItem[]) =>
    updateMany(
      scope,
      changes.map((change) => changeOf(change, scope)),
    ),
  findOrCreate: (key: object, values: object = {}) => findOrCreate(scope, key, values),
  upsert: (key: object, values: object) => upsert(scope, key, values),
  pick: (body: unknown, action?: 'create' | 'edit') => pick(body, action, scope),
});

/** A change as code gives it. */
interface UpdateItem extends RecordWriteOptions<object> {
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

/** A record as its user would see it, read through `session`; null where they would not. */
export async function visibleRecord(
  id: RecordId,
  session: Session,
  scope: Scope,
): Promise<Row | null> {
  const shown = related(scope.model, 'show', scope);
  if (!shown) return null;
  const [row] = await readRecords(
    { where: oneRow(id, shown.grant.where) },
    reading(shown, session),
  );
  return row ?? null;
}
