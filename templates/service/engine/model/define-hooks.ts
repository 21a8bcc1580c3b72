import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import type { Session } from '../database/dialect.js';
import type { Fields } from '../rules/index.js';
import type { CurrentUser } from './access-rules.js';
import type { ModelHooks } from './hooks.js';
import type { Caller, Crud } from './records.js';

/** The record as stored, including hidden columns. No access rules have been applied to it. */
export type Stored<T> = Readonly<Fields<T>>;

/** A hook's changes: fields that it does not name stay as they are, `undefined` removes one. */
export type Changes<T> = Partial<Fields<T>> | undefined | void;

/** The facts that every hook receives. */
export interface HookContext {
  /** The writer; `system` for the service's own work. */
  readonly user: CurrentUser;
  /** The operations under the writer's rules. */
  readonly crud: Crud;
  /** The operations without rules. */
  readonly system: Crud;
  /** Who sent the request that it runs for; null where it runs for none. */
  readonly client: Caller | null;
  /** Writes log lines with the hook's name, and the id of the request that it runs for. */
  readonly log: Logger;
}

/**
 * In the transaction: what `crud` and `system` write is part of it, and what they `get` is locked until its end. PostgreSQL runs
 * all of it again after a collision with another transaction, up to 3 times and then 503: no side effects outside the
 * database.
 */
export interface TransactionContext extends HookContext {
  /** TypeORM's manager of the transaction; bypasses rules, checks and hooks. */
  readonly manager: EntityManager;
  /** The transaction for plain SQL, without TypeORM in between. */
  readonly session: Session;
}

interface Saving {
  readonly operation: 'create' | 'update';
}

export interface ValidateEvent extends HookContext, Saving {
  /** The values as sent: of any type, and with fields that the writer may not write. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ValuesEvent<T> extends HookContext, Saving {
  /** The checked values to be written, without fields that were not sent. A replacement sets all fields, sent or not. */
  readonly values: Readonly<Partial<Fields<T>>>;
}

export interface BeforeSaveEvent<T> extends TransactionContext, Saving {
  /** The checked values to be written, without fields that were not sent. A replacement sets all fields, sent or not. */
  readonly values: Readonly<Partial<Fields<T>>>;
  /** The values that a new record gets for fields that were not sent, unless this hook sets them. Empty in an update. */
  readonly defaults: Readonly<Partial<Fields<T>>>;
  /** The record before the write, locked; null on create. */
  readonly before: Stored<T> | null;
}

export interface AfterSaveEvent<T> extends TransactionContext, Saving {
  readonly before: Stored<T> | null;
  readonly after: Stored<T>;
}

export interface LinesEvent<T> extends TransactionContext {
  /** The record whose lines have changed, as it is stored now. */
  readonly after: Stored<T>;
}

export interface DeleteEvent<T> extends TransactionContext {
  readonly before: Stored<T>;
}

/** What was committed: `before` is null after a create, `after` after a delete. */
export type CommitEvent<T> = HookContext &
  (
    | { readonly operation: 'create'; readonly before: null; readonly after: Stored<T> }
    | { readonly operation: 'update'; readonly before: Stored<T>; readonly after: Stored<T> }
    | { readonly operation: 'delete'; readonly before: Stored<T>; readonly after: null }
  );

type HookResult<T> = T | Promise<T>;

/** What a model's `*.hooks.ts` states. Whatever throws refuses the write, except for `afterCommit`, which comes too late. */
export interface HookDefinition<T> {
  /** Outside the transaction: values as sent, before they are checked: to trim them, or to fill in missing ones. */
  readonly beforeValidate?: (event: ValidateEvent) => HookResult<Record<string, unknown> | void>;
  /** Outside the transaction: checked values, without those that an `increment` results in. For slow work that must not block others. */
  readonly beforeTransaction?: (event: ValuesEvent<T>) => HookResult<Changes<T>>;
  /** Runs in the transaction, with the record locked, before the statement. The result is checked again, but not for permissions. */
  readonly beforeSave?: (event: BeforeSaveEvent<T>) => HookResult<Changes<T>>;
  /** Runs in the transaction, after the statement: throw to roll everything back. */
  readonly afterSave?: (event: AfterSaveEvent<T>) => HookResult<void>;
  /**
   * At the end of the transaction, once for each record that has lines and of whose lines one was created, changed, moved or deleted,
   * whoever wrote them. A moved line calls the hook for both records. Throw to roll everything back.
   */
  readonly afterLines?: (event: LinesEvent<T>) => HookResult<void>;
  /** Runs in the transaction, with the record locked, before the statement. */
  readonly beforeDelete?: (event: DeleteEvent<T>) => HookResult<void>;
  /** Runs in the transaction, after the statement. */
  readonly afterDelete?: (event: DeleteEvent<T>) => HookResult<void>;
  /** Outside the transaction, after the outermost commit; nothing waits for it, and it is lost if the process dies. */
  readonly afterCommit?: (event: CommitEvent<T>) => HookResult<void>;
}

/** What a model does when one of its records is written, in whatever way. */
export const defineHooks = <T extends object>(
  _entity: new () => T,
  hooks: HookDefinition<T>,
): ModelHooks => hooks;
