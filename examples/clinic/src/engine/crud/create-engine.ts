import type { Action, CurrentUser } from '../model/access-rules.js';
import {
  createPolicy,
  type Access,
  type Policy,
  type Roles,
  SYSTEM_ACCESS,
  SYSTEM_USER,
} from '../access/policy.js';
import type { Database } from '../database/database.js';
import { CountCache, StatementCache } from './caches.js';
import { create, update } from './write.js';
import { describeModels } from '../model/describe-models.js';
import { count, get, list } from './list.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import type { Crud, Engine, Records } from '../model/operations.js';
import type { QueryLimits } from './query-cost.js';
import { createReader } from './record-reader.js';
import { remove } from './remove.js';
import { authorize, type Core, type RecordReader, type Scope } from './scope.js';

export interface EngineParts {
  readonly database: Database;
  readonly modules: readonly ModelModule[];
  /** Role name -> allowed HTTP methods; a new map when roles have changed. */
  readonly roles: () => Roles;
  /** The fields that `q` looks through. */
  readonly searchedFields: (model: ModelInfo) => readonly string[];
  /** Tables with triggers; see `findTriggers`. */
  readonly triggered?: ReadonlySet<string>;
  readonly settings: QueryLimits;
}

/** The engine together with the policy that all its operations obey. */
export interface EngineWithPolicy extends Engine {
  readonly policy: Policy;
}

/** Reads the models once and gives the operations of all of them, for any user. */
export function createEngine(parts: EngineParts): EngineWithPolicy {
  const core = createCore(parts);
  const policy = createPolicy(core.models, parts.roles);
  return {
    models: core.models,
    model: core.model,
    policy,
    as: (user) => crudOf(core, policy, user),
    system: crudOf(core, SYSTEM_ACCESS, SYSTEM_USER),
  };
}

function createCore({
  database,
  modules,
  searchedFields,
  settings,
  triggered = new Set(),
}: EngineParts): Core {
  const models = describeModels(database.dataSource, modules);
  const byName = new Map(models.map((model) => [model.name, model]));
  const statements = new StatementCache();
  const readers = new Map<string, RecordReader>();
  return {
    database,
    dialect: database.dialect,
    models,
    model(name) {
      const model = byName.get(name);
      if (!model) throw new Error(`no model is called ${name}`);
      return model;
    },
    statements,
    counts: new CountCache(database, statements),
    reader(model, grant) {
      const known = readers.get(grant.readableKey);
      if (known) return known;
      const reader = createReader(model, grant.readable, database.dialect);
      readers.set(grant.readableKey, reader);
      return reader;
    },
    triggered,
    searchedFields,
    limits: settings,
  };
}

const crudOf =
  (core: Core, access: Access, user: CurrentUser): Crud =>
  <T extends object>(entity: new () => T) =>
    recordsOf<T>({ core, access, user, model: core.model(entity.name) });

function recordsOf<T>(scope: Scope): Records<T> {
  const permit = (action: Action) => void authorize(scope, action);
  return {
    model: scope.model,
    list: (query, where) => list(scope, query, where),
    count: (query, where) => count(scope, query, where),
    get: (id, options) => get(scope, id, options),
    create: (values) => create(scope, values),
    replace: (id, values, options) => update(scope, 'replace', id, values, options),
    update: (id, values, options) => update(scope, 'update', id, values, options),
    remove: (id, options) => remove(scope, id, options),
    authorize: permit,
    demand: permit,
  };
}
