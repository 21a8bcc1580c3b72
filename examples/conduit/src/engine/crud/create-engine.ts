import { pino, type Logger } from 'pino';
import type { CurrentUser } from '../model/access-rules.js';
import {
  createPolicy,
  type Access,
  type Policy,
  type Roles,
  SYSTEM_ACCESS,
  SYSTEM_USER,
} from '../access/policy.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { CountCache, StatementCache } from './caches.js';
import { describeModels } from '../model/describe-models.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import type { CallContext, Crud, Engine } from '../model/records.js';
import { ignoreFailure, type ReportFailure } from '../problem/report-failure.js';
import type { QueryLimits } from './query-cost.js';
import { createReader } from './record-reader.js';
import { operationsOf, recordsOf } from './records.js';
import type { Core, RecordReader } from './scope.js';
import { visibleRecord } from './visible-record.js';

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
  /** The operations under another access than the policy, for what the service itself lets a user do. */
  under(access: Access, user: CurrentUser): Crud;
  /** A record as a user with these roles would see it, read through `session`; null where they would not. */
  seen(session: Session, entity: string, id: number, who: Viewer): Promise<object | null>;
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
  return {
    models: core.models,
    model: core.model,
    policy,
    as: (user, context) => crudOf(core, policy, user, context),
    under: core.crudOf,
    system: core.system(),
    systemIn: core.system,
    operations: (user, context) => (entity) =>
      operationsOf({ core, access: policy, user, model: core.model(entity.name), ...context }),
    seen: (session, entity, id, { user, roles }) => {
      const access = policy.withRoles(roles);
      return visibleRecord(id, session, { core, access, user, model: core.model(entity) });
    },
  };
}

function createCore({
  database,
  modules,
  searchedFields,
  settings,
  triggered = new Set(),
  trigrams,
  report = ignoreFailure,
  logger = pino({ enabled: false }),
  ready,
}: EngineParts): Core {
  const models = describeModels(database.dataSource, modules, trigrams);
  const byName = new Map(models.map((model) => [model.name, model]));
  const statements = new StatementCache();
  const readers = new Map<string, RecordReader>();
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
    reader(model, grant) {
      const known = readers.get(grant.readableKey);
      if (known) return known;
      const reader = createReader(model, grant.readable, database.dialect, report);
      readers.set(grant.readableKey, reader);
      return reader;
    },
    triggered,
    searchedFields,
    limits: settings,
    ...(ready && { ready }),
    crudOf: (access, user, context) => crudOf(core, access, user, context),
    log: logger,
    system: (context) => crudOf(core, SYSTEM_ACCESS, SYSTEM_USER, context),
  };
  return core;
}

const crudOf =
  (core: Core, access: Access, user: CurrentUser, context?: CallContext): Crud =>
  <T extends object>(entity: new () => T) =>
    recordsOf<T>({ core, access, user, model: core.model(entity.name), ...context });
