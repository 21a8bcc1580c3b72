/** Values of a record by field name, decoded. */
export type Values = Record<string, unknown>;

/** What a hook is told; `defineHooks` ties it to an entity. */
export type Hook = (event: never) => unknown;

/**
 * What a model does beside the generated operations; runs for every door that writes. In the order in which a write comes
 * by.
 */
export interface ModelHooks {
  /** Before anything is checked, with the values as they were sent; gives what is to be otherwise. */
  readonly beforeValidate?: Hook;
  /** With checked values, before the transaction: the place for what takes long. Gives what is to be otherwise. */
  readonly beforeTransaction?: Hook;
  /** In the transaction, with the row locked, before the statement; gives what is to be otherwise. */
  readonly beforeSave?: Hook;
  /** In the transaction, after the statement. */
  readonly afterSave?: Hook;
  readonly beforeDelete?: Hook;
  readonly afterDelete?: Hook;
  /** After the outermost commit. */
  readonly afterCommit?: Hook;
  /** In the moment of that commit, for what the engine itself keeps in memory. */
  readonly committed?: () => void;
}

/** A hook by its name. */
export type HookName = Exclude<keyof ModelHooks, 'committed'>;

export const HOOK_NAMES: readonly HookName[] = [
  ...(['beforeValidate', 'beforeTransaction', 'beforeSave', 'afterSave'] as const),
  ...(['beforeDelete', 'afterDelete', 'afterCommit'] as const),
];

const IN_TRANSACTION = [
  ...(['beforeSave', 'afterSave', 'beforeDelete', 'afterDelete'] as const),
  ...(['afterCommit', 'committed'] as const),
] as const;

/** Whether any of the hooks wants to know of what happens in a transaction. */
export const isInTransaction = (hooks: ModelHooks): boolean =>
  IN_TRANSACTION.some((name) => hooks[name] !== undefined);

/** A hook threw what is no answer to the caller: the log says which one it was. */
export class HookFailed extends Error {
  override readonly name = 'HookFailed';
}
