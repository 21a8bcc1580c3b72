import type { Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { CurrentUser } from './access-rules.js';
import type { Origin } from './origin.js';

/** Values of a record by field name, decoded. */
export type Values = Record<string, unknown>;

/**
 * A row that a write has changed: `before` is null where it is new, `after` where it is deleted. What follows from other columns, such
 * as stamps and totals, may be missing in `after`.
 */
export interface WrittenRecord {
  readonly id: RecordId;
  readonly before: Readonly<Values> | null;
  readonly after: Readonly<Values> | null;
}

/** What a list of writes has done to the rows of a model, in the transaction of these writes. */
export interface WrittenList {
  readonly records: readonly WrittenRecord[];
  /** The writer; `system` for the service's own work. */
  readonly user: CurrentUser;
  /** What asked for the writes; undefined for code of the service that nobody has asked. */
  readonly origin: Origin | undefined;
  readonly session: Session;
}

/** Is told of all rows of a model that one list of writes has changed, at once. */
export type WrittenHook = (list: WrittenList) => Promise<void>;

/** A hook and its event; `defineHooks` types it by an entity. */
export type Hook = (event: never) => unknown;

/** What a model does besides the generated operations, for every write. In the order of a write. */
export interface ModelHooks {
  /** Runs before any check, with the values as sent; returns changes. */
  readonly beforeValidate?: Hook;
  /** Runs with checked values, before the transaction: the place for slow work. Returns changes. */
  readonly beforeTransaction?: Hook;
  /** Runs in the transaction, with the row locked, before the statement; returns changes. */
  readonly beforeSave?: Hook;
  /** Runs in the transaction, once for a list of writes, after their statements and before any code of the project: for features. */
  readonly written?: WrittenHook;
  /** Runs in the transaction, after the statement. */
  readonly afterSave?: Hook;
  /** Runs before the commit, once for each record whose lines the transaction has written, in whatever way. */
  readonly afterLines?: Hook;
  readonly beforeDelete?: Hook;
  readonly afterDelete?: Hook;
  /** Runs after the outermost commit. */
  readonly afterCommit?: Hook;
  /** Synchronously with that commit, for the engine's own caches. */
  readonly committed?: () => void;
}

/** A hook by its name. */
export type HookName = Exclude<keyof ModelHooks, 'committed' | 'written'>;

/** The step of a write at which each hook runs, in their order. A hook without an entry does not compile. */
const STEPS: {
  readonly [Name in keyof ModelHooks]-?:
    'prepare' | 'before' | 'written' | 'after' | 'lines' | 'commit';
} = {
  beforeValidate: 'prepare',
  beforeTransaction: 'prepare',
  beforeSave: 'before',
  written: 'written',
  afterSave: 'after',
  afterLines: 'lines',
  beforeDelete: 'before',
  afterDelete: 'after',
  afterCommit: 'commit',
  committed: 'commit',
};

export const HOOK_NAMES = (Object.keys(STEPS) as (keyof ModelHooks)[]).filter(
  (name): name is HookName => name !== 'committed' && name !== 'written',
);

const BESIDE = new Set(['prepare', 'lines', 'written']);

const IN_TRANSACTION = (Object.keys(STEPS) as (keyof ModelHooks)[]).filter(
  (name) => !BESIDE.has(STEPS[name]),
);

/** Whether code of the project runs in the transaction of a write of the record itself, or waits for the end of that transaction. */
export const isInTransaction = (hooks: ModelHooks): boolean =>
  IN_TRANSACTION.some((name) => hooks[name] !== undefined);

/** Whether any of the hooks has the row as it was before the write. */
export const areRowsRead = (hooks: ModelHooks): boolean =>
  hooks.written !== undefined || isInTransaction(hooks);

/** A hook threw an unexpected error: the log says which one it was. */
export class HookFailed extends Error {
  override readonly name = 'HookFailed';
}

/** Two independent sets of hooks as one; the second gets the values as the first has changed them. */
export function inTurn(first: ModelHooks, second: ModelHooks): ModelHooks {
  const hooks = HOOK_NAMES.map((name) => [name, chained(first[name], second[name])] as const);
  return {
    ...Object.fromEntries(hooks.filter(([, hook]) => hook !== undefined)),
    ...bothWritten(first, second),
    ...bothCommitted(first, second),
  };
}

function bothCommitted(first: ModelHooks, second: ModelHooks): Pick<ModelHooks, 'committed'> {
  if (!first.committed && !second.committed) return {};
  return {
    committed: () => {
      second.committed?.();
      first.committed?.();
    },
  };
}

function bothWritten(first: ModelHooks, second: ModelHooks): Pick<ModelHooks, 'written'> {
  const [one, other] = [first.written, second.written];
  const written =
    one && other
      ? async (list: WrittenList) => {
          await one(list);
          await other(list);
        }
      : (one ?? other);
  return written ? { written } : {};
}

function chained(first: Hook | undefined, second: Hook | undefined): Hook | undefined {
  if (!first || !second) return first ?? second;
  return async (event: { readonly values?: object }) => {
    const changes = (await first(event as never)) as object | undefined;
    const values = { value: { ...event.values, ...changes }, enumerable: true };
    // Keeps lazy properties of the event lazy.
    const nextEvent = { ...Object.getOwnPropertyDescriptors(event), values };
    const next = event.values ? Object.defineProperties({}, nextEvent) : event;
    return { ...changes, ...((await second(next as never)) as object | undefined) };
  };
}

const chosen = new WeakMap<ModelHooks, () => ModelHooks>();

/** Delegates to one of several sets of hooks, chosen on each access. */
export function eitherOf(choose: () => ModelHooks): ModelHooks {
  const hooks: ModelHooks = {};
  for (const name of Object.keys(STEPS) as (keyof ModelHooks)[])
    Object.defineProperty(hooks, name, { enumerable: true, get: () => choose()[name] });
  chosen.set(hooks, choose);
  return hooks;
}

/** The set that is chosen now, where there are several. */
export const chosenHooks = (hooks: ModelHooks): ModelHooks => chosen.get(hooks)?.() ?? hooks;
