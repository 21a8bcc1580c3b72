import type { Logger } from 'pino';
import { SYSTEM_ACCESS, type Access } from '../access/policy.js';
import type { Database } from '../database/database.js';
import type { RawRow, Session, Violation } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { isId, type RecordId } from '../fields/record-id.js';
import type { Action, CurrentUser, Grant } from '../model/access-rules.js';
import type { GuardedOption } from '../model/field.js';
import type { ModelHooks, Values } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import type { Row, WriteOptions } from '../model/operations.js';
import type { CallContext, Crud } from '../model/records.js';
import type { Where } from '../model/where.js';
import {
  forbidden,
  notFound,
  spokenName,
  type FieldProblem,
  type HttpProblem,
} from '../problem/problem.js';
import type { ByteBudget, Reservation } from './reading/byte-budget.js';
import type { CountCache, PageCache, StatementCache } from './reading/caches.js';
import type { Placed } from './writing/check-each.js';
import type { Draft, RowChange, WriteMode } from './writing/draft.js';
import type { QueryLimits } from './query/query-cost.js';
import type { Widths } from './reading/widths.js';

/** What all operations share, created once at start. */
export interface Core {
  readonly database: Database;
  readonly dialect: Database['dialect'];
  readonly models: readonly ModelInfo[];
  /** A model by class name; throws for an unknown class. */
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
  readonly totals?: LineTotals | undefined;
  readonly unread?: UnreadValues | undefined;
  readonly log: Logger;
  readonly limits: QueryLimits;
  readonly widths: Widths;
  readonly budget: ByteBudget;
  /** Awaited before each write. */
  readonly ready?: () => Promise<void>;
}

/** How records keep totals of their lines, where a feature does that. */
export interface LineTotals {
  /** The models that keep totals, each behind those of its lines: a total may be of totals. */
  keepers(models: readonly ModelInfo[]): readonly ModelInfo[];
  /** What a statement sets that changes a record because its lines have changed: `"total" = (SELECT ...)`. */
  sets(model: ModelInfo, core: Pick<Core, 'dialect' | 'model'>): readonly string[];
  /** Why the service must not start with these models, a sentence each. */
  refusals(models: readonly ModelInfo[]): readonly string[];
  /** The response to a write after which a total would not fit its column; null if another column has no value. */
  overflow(
    violation: Extract<Violation, { kind: 'not-null' }>,
    allowed: Granted,
  ): HttpProblem | null;
}

/** How values are told that only the database knows not to be those of a type, where a feature brings such types. */
export interface UnreadValues {
  /** For an error of a read: throws the refusal of the values in its condition, or in the cursor, that the database does not read; any other error as it is. */
  inRead(
    where: Where,
    asking: Pick<Scope, 'core' | 'model'>,
    hasCursor?: boolean,
  ): (error: unknown) => Promise<never>;
  /** For an error of looking up the keys of writes: the same of each key. */
  inKeys(
    keyed: readonly { readonly index: number; readonly key: { readonly where: Where } }[],
    asking: Pick<Scope, 'core' | 'model'>,
  ): (error: unknown) => Promise<never>;
  /** The response to a write with such values; null where it has none. */
  inWrite(write: Pick<Write, 'core' | 'model' | 'draft'>): Promise<HttpProblem | null>;
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
  if (!scope.model.actions.includes(action))
    throw new Error(`code cannot ${VERBS[action]} ${name} records, which are only read`);
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

/** What the user may do with any model, under its own rules; null where they deny the action. */
export function related(
  model: ModelInfo,
  action: Action,
  { core, access, user, context }: Scope,
): Granted | null {
  const grant = access.grant(user, action, model);
  return grant && { core, access, user, model, context, grant };
}

/** A scope for the project's own code, which no rule restricts. What has been granted before is as it was: ask again for more. */
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
    `There is no ${spokenName(model.name)} with ${isId(id) ? `the id ${String(id).slice(0, 40)}` : 'this id'}.`,
    'no-record',
  );

/** How the writes of a model are done, as far as no single write decides it: found out once. */
export interface WritePlan {
  /** The hooks for which it was made: a model that somebody begins to watch gets others. */
  readonly hooks: ModelHooks;
  /** Null where records of the model neither have lines nor are lines. */
  readonly lines: LineSteps | null;
  /** What features ask before rows change; none for most models. */
  readonly guards: readonly Guard[];
  /** How a feature deletes a record of the model; null where it is deleted as any other. */
  readonly removal: Removal | null;
  /** The models of the records that a payload may contain, by the name of their relation. */
  readonly contained: ReadonlyMap<string, ModelInfo>;
  readonly references: readonly ColumnInfo[];
  readonly needs: NeededSteps;
  /** A hook may refuse or take long before the transaction: not for a row that does not exist. */
  readonly isSeenFirst: boolean;
  /** The developer's code runs in the transaction, and may write other records there. */
  readonly runsCode: boolean;
  /** The developer's code runs in the transaction of a write: of the model, or of the records to which its lines belong. */
  readonly isShared: boolean;
  /** A hook does slow work before the transaction, as the hashing of a password: of the model, or of its lines. */
  readonly isSlow: boolean;
}

/**
 * A step that many writes skip. `turn`: each write goes through all steps by itself. `transaction`: the statement of the row is not
 * the whole write, or does not return everything that the writer is shown; anything read or computed after a commit could fail.
 */
export type Step = 'turn' | 'before' | 'check' | 'after' | 'transaction';

/** Whether a write of this writer needs a step. */
export type NeedOf = (change: Change, grant: Grant) => boolean;

/** The steps that the writes of a model need: all writes `always`, and a single one `by` its draft and its writer. */
export interface NeededSteps {
  readonly always: ReadonlySet<Step>;
  readonly by: Readonly<Record<Step, NeedOf>>;
}

/** Deletes a record, inside a transaction, in another way than the usual one: a feature brings it. */
export type Removal = (id: RecordId, options: WriteOptions, read: Read) => Promise<void>;

/** A row that is about to be stored or deleted, as guards are asked for it. */
export interface GuardedRow extends Placed {
  /** Null for a new row. */
  readonly id: RecordId | null;
  /** The row as it is stored, in JSON form and with all columns and links; null for a new row. */
  readonly before: Readonly<Values> | null;
  /** What the write sets; null where the row is deleted. */
  readonly draft: Draft | null;
}

/**
 * Watches over the writes of a model, each in its transaction and with the rows locked: two requests cannot both pass. It is asked
 * by every door, for rows that change with another one, too; whoever may write without rules has `access.unbound`.
 */
export interface Guard {
  /** Whether a write has to do with it: that one needs a transaction. */
  readonly concerns: NeedOf;
  /** Whether it is asked before rows are deleted. */
  readonly guardsDeletion?: boolean;
  /** The writes in the same order, with what their rows will have. Called before their references are looked up. */
  complete?(writes: readonly Write[]): Promise<readonly Write[]>;
  /** Why rows may not be written or deleted, or null, in their order. Called once everything else about the writes is checked. */
  refusals?(rows: readonly GuardedRow[], work: Work): Promise<readonly (HttpProblem | null)[]>;
  /**
   * The writes in the same order, with values that the service gives them. Called right before they are stored, once for each write:
   * what fails afterwards is rolled back.
   */
  give?(writes: readonly Write[]): Promise<readonly Write[]>;
  /** The response to a write that a constraint of the database has refused, if the guard is the one to say why. */
  answer?(violation: Violation, allowed: Granted): Promise<HttpProblem | null> | null;
}

/** The place where new rows are about to be stored. */
export interface InsertPlace extends Pick<Rows, 'model' | 'session'> {
  readonly dialect: Core['dialect'];
}

/** Guards of models: a feature brings them. */
export interface RecordGuards {
  /** The role of the columns whose values they give. */
  readonly gives?: ColumnInfo['role'];
  /** The option of fields or models that they watch over. */
  readonly keeps?: GuardedOption;
  /** The guards of a model. */
  of(model: ModelInfo, core: Core): readonly Guard[];
  /** What they say of writes of fields, a sentence each: for whoever may read the field. */
  notes?(model: ModelInfo): ReadonlyMap<string, string>;
  /** Sets the values that they give in new rows that a tool stores without a write. */
  fill?(rows: readonly Values[], at: InsertPlace): Promise<void>;
  /** Why the service must not start with these models, a sentence each. */
  refusals(models: readonly ModelInfo[]): readonly string[];
}

/** How a record is written to which lines belong. */
export interface ParentWrite {
  readonly mode: WriteMode;
  readonly allowed: Granted;
  /** `prepareDraft`: each line is prepared as a record of its own model is. */
  readonly prepare: (
    payload: unknown,
    mode: WriteMode,
    allowed: Granted,
    settled: ReadonlySet<string>,
  ) => Promise<Draft>;
}

/** Changes of rows that have begun. */
export interface BegunChanges {
  readonly changes: readonly RowChange[];
  /** Moves the versions of the records to which lines have belonged, and belong now. */
  readonly end: () => Promise<void>;
}

/** Records that are read and written with the record to which they belong, its lines: a feature brings them. */
export interface RecordLines {
  /** What lines add to a model; null where its records neither have lines nor are lines. */
  steps(model: ModelInfo, core: Core): LineSteps | null;
  /** Why records of these models cannot be lines, a sentence each: the service does not start. */
  refusals(models: readonly ModelInfo[], modules: readonly ModelModule[]): readonly string[];
}

/** What lines add to the reads and writes of a model whose records have lines, or are lines. */
export interface LineSteps {
  /** The lines of a record that `_expand` may name, of those relations that the reader may count. */
  listed(countable: readonly { readonly name: string }[]): readonly string[];
  /** Adds the lines of these names to a record; refuses more than a list may have. */
  expand(record: Row, names: readonly string[], read: Read): Promise<void>;
  /** The fields of lines in a payload that its writer may not write, as `OrderLine.price`. */
  closedIn(values: object, scope: Scope): readonly string[];
  /** The lines of a payload, each without the names that would be dropped. */
  pick(body: object, scope: Scope): object;
  /** Whether a line's preparation is slow. */
  readonly isSlow: boolean;
  /** The models of the lines that records of the model have, by relation: their time of change is the version of these, too. */
  readonly contained: ReadonlyMap<string, ModelInfo>;
  /** Whether records of the model are lines: a change of one is a change of the record to which it belongs. */
  readonly isLine: boolean;
  /** Whether a line belongs to another record than the one that this foreign key of the line names. */
  belongsBeside(key: string): boolean;
  /** Whether a hook hears of changed lines: of the records to which the lines of this model belong. */
  readonly isHeard: () => boolean;
  /** Written records as hooks that hear of their lines have left them; missing where no hook of the model does. */
  readonly heard?: (records: readonly Row[], writes: readonly Write[]) => Promise<readonly Row[]>;
  /** 1. A draft with the lines of its payload, and with what is wrong with those: at `lines.2.quantity`. */
  prepare(payload: unknown, draft: Draft, parent: ParentWrite): Promise<Draft>;
  /**
   * 2. Locks the records to which lines belong, before the lines themselves are locked: who writes a record with its lines does it
   * in that order, too. Those to which they will belong once the drafts are written are locked together with them.
   */
  lock(ids: readonly RecordId[], drafts: readonly Readonly<Values>[], rows: Rows): Promise<void>;
  /** The record to which a line belongs, or will belong by its draft: a write of the line locks it first. */
  parentOf(
    id: RecordId | null,
    draft: Readonly<Values>,
    allowed: Granted,
  ): Promise<string | undefined>;
  /** 4. What is wrong with the lines of a write beside their values. */
  problems(write: Write): Promise<readonly FieldProblem[]>;
  /** 5. Before rows change: with the times of their changes, and what follows these for the records to which lines belong. */
  begin(
    changes: readonly RowChange[],
    added: readonly Readonly<Values>[],
    work: Work,
  ): Promise<BegunChanges>;
  /** The records to which lines belong now. */
  parents(ids: readonly RecordId[], rows: Rows): Promise<readonly RecordId[]>;
  /** Moves the versions of these records, since their lines change, and tells their hook. */
  touch(parents: readonly RecordId[], work: Work): Promise<void>;
  /** 7. Writes the lines of a record whose own row has been written. */
  store(id: RecordId, write: Write): Promise<void>;
  /** 7. Adds the lines that were written to the record. */
  read(record: Row, write: Write): Promise<void>;
}
