import type { Logger } from 'pino';
import { SYSTEM_ACCESS, type Access } from '../access/policy.js';
import type { Database } from '../database/database.js';
import type { RawRow, Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { Action, CurrentUser, Grant } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Row, WriteOptions } from '../model/operations.js';
import type { CallContext, Crud } from '../model/records.js';
import { forbidden, notFound, spokenName } from '../problem/problem.js';
import type { ByteBudget, Reservation } from './reading/byte-budget.js';
import type { CountCache, PageCache, StatementCache } from './reading/caches.js';
import type { Draft, WriteMode } from './writing/draft.js';
import type { WritePlan } from './writing/write-plan.js';
import type { QueryLimits } from './query/query-cost.js';
import type { Widths } from './reading/widths.js';

/** What all operations share, created once at start. */
export interface Core {
  readonly database: Database;
  readonly dialect: Database['dialect'];
  readonly models: readonly ModelInfo[];
  /** By class name; throws for an unknown one. */
  readonly model: (name: string) => ModelInfo;
  readonly byName: ReadonlyMap<string, ModelInfo>;
  readonly statements: StatementCache;
  readonly counts: CountCache;
  readonly pages: PageCache;
  readonly reader: (model: ModelInfo, grant: Grant) => RecordReader;
  /** Tables whose triggers may change a row after the statement that wrote it. */
  readonly triggered: ReadonlySet<string>;
  readonly searchedFields: (model: ModelInfo) => readonly string[];
  /** The operations of all models for a user, with or without rules: for hooks. */
  readonly crudOf: (access: Access, user: CurrentUser, context?: CallContext) => Crud;
  readonly system: (context?: CallContext) => Crud;
  /** How the writes of a model are done. */
  readonly plan: (model: ModelInfo) => WritePlan;
  readonly log: Logger;
  readonly limits: QueryLimits;
  readonly widths: Widths;
  readonly budget: ByteBudget;
  /** Awaited before each write. */
  readonly ready?: () => Promise<void>;
}

/** How the records of a model are read, for one set of readable fields. */
export interface RecordReader {
  /** The expressions to select, and their number. */
  readonly select: string;
  readonly width: number;
  /** A record for each row of the database. */
  rows(found: readonly RawRow[], read: Read): Promise<readonly Row[]>;
  /** The JSON text of a record as an expression, where the database can make all of it: for pages that are sent as they are. */
  readonly json?: string;
}

// An operation begins with a scope, asks the policy what its user may do with it (`authorize`), and opens a session. Each step
// makes a new value with all that is known by then, and none is ever changed. They are written out property by property: a
// spread of so many takes fifty times as long, and every request makes several.

/** One model for one user: what an operation begins with. */
export interface Scope {
  readonly core: Core;
  readonly access: Access;
  readonly user: CurrentUser;
  readonly model: ModelInfo;
  readonly context: CallContext;
}

/** A scope in which the policy has allowed an action. */
export interface Granted extends Scope {
  readonly grant: Grant;
}

/** A scope in a session: what runs the developer's hooks. */
export interface Work extends Scope {
  readonly session: Session;
}

/** What a read for a response is held to. */
export interface Bounds {
  /** The maximum number of links that the many-to-many fields of one page have; unlimited unless given. */
  readonly maxLinks?: number | undefined;
  /** What the read holds of the budget; nothing where it is for no response. */
  readonly reservation?: Reservation | undefined;
}

/** A read in progress. */
export interface Read extends Granted, Work, Bounds {}

/** What is to be written: `id` is that of the row to change, null for a new one. */
export interface Change {
  readonly mode: WriteMode;
  readonly id: RecordId | null;
  readonly draft: Draft;
  /** The position in a request of many writes. */
  readonly index?: number;
  /** What must hold for the row to change. */
  readonly options?: WriteOptions | undefined;
}

/** A write in progress. */
export interface Write extends Read, Change {
  readonly index: number;
}

/** The rows of one model in a session, whoever may see them. */
export type Rows = Pick<Work, 'core' | 'model' | 'session'>;

/** What the user may do, with the scope; 403 if nothing. */
export function authorize(scope: Scope, action: Action): Granted {
  const allowed = related(scope.model, action, scope);
  if (allowed) return allowed;
  const name = spokenName(scope.model.name);
  throw forbidden(`You may not ${VERBS[action]} ${name} records.`, 'may-not');
}

const VERBS: Readonly<Record<Action, string>> = {
  list: 'list',
  show: 'read',
  create: 'create',
  edit: 'change',
  delete: 'delete',
  clone: 'clone',
  field: 'read fields of',
};

/** The same for any model, under its own rules; null where they deny the action. */
export function related(
  model: ModelInfo,
  action: Action,
  { core, access, user, context }: Scope,
): Granted | null {
  const grant = access.grant(user, action, model);
  return grant && { core, access, user, model, context, grant };
}

/** The same for the project's own code, which no rule restricts. What has been granted before is as it was: ask again for more. */
export const withoutRules = <S extends Scope>(scope: S): S => ({ ...scope, access: SYSTEM_ACCESS });

/** A read of what is allowed. */
export const reading = (
  { core, access, user, model, context, grant }: Granted,
  session: Session,
  { maxLinks, reservation }: Bounds = {},
): Read => ({ core, access, user, model, context, grant, session, maxLinks, reservation });

/** A write of what is allowed. */
export const writing = (
  { mode, id, draft, index = 0, options }: Change,
  { core, access, user, model, context, grant }: Granted,
  session: Session,
): Write => ({
  core,
  access,
  user,
  model,
  context,
  grant,
  session,
  mode,
  id,
  draft,
  index,
  options,
});

/** Reads what may take long; aborted when nobody waits for it any more, and in turns with other users where many wait. */
export const readLong = <T>(
  { core, user, context: { signal } }: Omit<Scope, 'model'>,
  work: (session: Session) => Promise<T>,
): Promise<T> => core.database.read(work, { signal, userId: user.id, replica: true });

/** What a read for a response will hold of the budget, at once or never unless it `waits`; nothing for code, whose reads go nowhere. */
export const reserve = (
  { core, user, context: { response } }: Scope,
  waits = true,
): Reservation | undefined => response && core.budget.reservation(response, user.id, waits);

/** Whether nothing hides any row of the model from the user, nor one that they might make: no row rule, and no soft deletion. */
export const isUnrestricted = ({ where }: Grant): boolean => where.op === 'all';

/** Whether two actions of a user pass by the same roles: they see the same rows then, of every model. */
export const areSameRoles = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((role, index) => role === other[index]);

/** The response for a row that does not exist, and for one that the user may not see. */
export const missing = ({ model }: Scope, id: RecordId) =>
  notFound(
    `There is no ${spokenName(model.name)} with ${Number.isSafeInteger(id) ? `the id ${id}` : 'this id'}.`,
    'no-record',
  );
