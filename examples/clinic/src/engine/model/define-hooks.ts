import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import type { Session } from '../database/dialect.js';
import type { Fields } from '../fields/entity-fields.js';
import type { CurrentUser } from './access-rules.js';
import type { ModelHooks } from './hooks.js';
import type { Crud } from './records.js';

/** The record as it is stored, with hidden columns. Whoever it is shown to has not been asked for their rules. */
export type Stored<T> = Readonly<Fields<T>>;

/** What a hook wants otherwise: fields that it does not name stay as they are, `undefined` takes one out. */
export type Changes<T> = Partial<Fields<T>> | undefined | void;

/** What every hook works with. */
export interface HookContext {
  /** Who writes; `system` for the service's own work. */
  readonly user: CurrentUser;
  /** The operations under the writer's rules. */
  readonly crud: Crud;
  /** The operations without rules. */
  readonly system: Crud;
  /** Writes lines that name the hook, and have the id of the request that it runs for. */
  readonly log: Logger;
}

/** In the transaction: what `crud` and `system` write is a part of it. */
export interface TransactionContext extends HookContext {
  /** TypeORM's own door to the transaction; bypasses rules, checks and hooks. */
  readonly manager: EntityManager;
  /** The same for statements of one's own, without TypeORM between. */
  readonly session: Session;
}

interface Saving {
  readonly operation: 'create' | 'update';
}

export interface ValidateEvent extends HookContext, Saving {
  /** As they were sent: of any type, and with fields that the writer may not write. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ValuesEvent<T> extends HookContext, Saving {
  /** What is to be written, checked. */
  readonly values: Readonly<Partial<Fields<T>>>;
}

export interface BeforeSaveEvent<T> extends TransactionContext, Saving {
  readonly values: Readonly<Partial<Fields<T>>>;
  /** The record until now, locked; null on create. */
  readonly before: Stored<T> | null;
}

export interface AfterSaveEvent<T> extends TransactionContext, Saving {
  readonly before: Stored<T> | null;
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

type Answer<T> = T | Promise<T>;

/** What a model's `*.hooks.ts` states. Whatever throws refuses the write, but for `afterCommit`, which comes too late. */
export interface HookDefinition<T> {
  /** Values as they were sent, before they are checked: to trim them, or to fill in what is missing. */
  readonly beforeValidate?: (event: ValidateEvent) => Answer<Record<string, unknown> | void>;
  /** Checked values, outside of the transaction: for what takes long and nobody should wait for. */
  readonly beforeTransaction?: (event: ValuesEvent<T>) => Answer<Changes<T>>;
  /** In the transaction, before the statement. What it gives is checked again, but for who may write it. */
  readonly beforeSave?: (event: BeforeSaveEvent<T>) => Answer<Changes<T>>;
  /** In the transaction, after the statement: throws to take everything back. */
  readonly afterSave?: (event: AfterSaveEvent<T>) => Answer<void>;
  readonly beforeDelete?: (event: DeleteEvent<T>) => Answer<void>;
  readonly afterDelete?: (event: DeleteEvent<T>) => Answer<void>;
  /** After the outermost commit; nobody waits for it, and it dies with the process. */
  readonly afterCommit?: (event: CommitEvent<T>) => Answer<void>;
}

/** What a model does when one of its records is written, through whatever door. */
export const defineHooks = <T extends object>(
  _entity: new () => T,
  hooks: HookDefinition<T>,
): ModelHooks => hooks;
