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
import type { CurrentUser } from '../model/access-rules.js';
import type { CompositeKeys } from '../model/describe-key.js';
import { describeModels } from '../model/describe-models.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import type { Row } from '../model/operations.js';
import type { ReadOnlyModels } from '../model/read-only-models.js';
import type { CallContext, Crud, Engine } from '../model/records.js';
import { ignoreFailure, type ReportFailure } from '../problem/problem.js';
import { ByteBudget } from './reading/byte-budget.js';
import { CountCache, PageCache, StatementCache } from './reading/caches.js';
import type { QueryLimits } from './query/query-cost.js';
import { readRecords } from './reading/read-records.js';
import { createReader } from './reading/record-reader.js';
import { oneRow } from './reading/rows-where.js';
import { recordsOf } from './records-for-code.js';
import { ScopedOperations } from './scoped-operations.js';
import {
  reading,
  related,
  type Core,
  type LineTotals,
  type RecordGuards,
  type RecordLines,
  type RecordReader,
  type Removal,
  type Scope,
  type UnreadValues,
} from './scope.js';
import { query } from './visible.js';
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
  /** How models have keys of several columns, where a feature does that. */
  readonly keys?: CompositeKeys | undefined;
  /** How records are read and written with the record whose lines they are, where a feature does. */
  readonly lines?: RecordLines | undefined;
  /** Keeps totals of lines, where a feature does. */
  readonly totals?: LineTotals | undefined;
  /** Features that watch over writes. */
  readonly guards?: readonly RecordGuards[] | undefined;
  /** How features delete records of a model in ways of their own. */
  readonly removals?: readonly ((model: ModelInfo) => Removal | null)[] | undefined;
  /** Tells values that the database does not read, where a feature does. */
  readonly unread?: UnreadValues | undefined;
  /** Serves models that are only read, where a feature does. */
  readonly readOnly?: ReadOnlyModels | undefined;
  readonly settings: QueryLimits;
  /** Reports rules and computed fields that fail; ignored unless given. */
  readonly report?: ReportFailure;
  /** The logger for log lines of hooks; no lines without it. */
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
    contained: (model) => core.plan(model).contained,
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

function createCore(parts: EngineParts): Core {
  const { database, searchedFields, settings, lines, totals, guards = [], unread, ready } = parts;
  const { triggered = new Set(), report = ignoreFailure, removals = [] } = parts;
  const { logger = pino({ enabled: false }) } = parts;
  const models = describeModels(database.dataSource, parts.modules, parts);
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
    totals,
    unread,
    log: logger,
    system: (context) => crudOf(core, SYSTEM_ACCESS, SYSTEM_USER, context),
  };
  const plans = writePlans(
    core,
    (model) => lines?.steps(model, core) ?? null,
    (model) => guards.flatMap((one) => one.of(model, core)),
    (model) => removals.map((of) => of(model)).find((removal) => removal !== null) ?? null,
  );
  return core;
}

function crudOf(core: Core, access: Access, user: CurrentUser, context: CallContext = {}): Crud {
  const recordsIn = <T extends object>(entity: new () => T) =>
    recordsOf<T>({ core, access, user, model: core.model(entity.name), context });
  const rowsOf = <R>(statement: Sql) =>
    query(statement, { core, access, user, context }) as Promise<R[]>;
  return Object.assign(recordsIn, { query: rowsOf });
}

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
