import type { Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { Grant } from '../model/access-rules.js';
import { HookFailed, isInTransaction, type HookName, type Values } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import { HttpProblem, invalid, sentence, type FieldProblem } from '../problem/problem.js';
import { changed } from './changed-draft.js';
import type { CheckedPayload, Draft, WriteMode } from './check-payload.js';
import { withoutRules, type Core, type Scope } from './scope.js';
import { brokenRules, type BrokenRule } from '../rules/index.js';
import { readStored } from './stored-row.js';

type Operation = 'create' | 'update' | 'delete';

/** A write of one record, as passed to hooks. */
export interface Change {
  readonly operation: Operation;
  readonly before: Readonly<Values> | null;
  readonly after: Readonly<Values> | null;
}

/** Runs a model's hook if it has one. */
async function call(
  name: HookName,
  scope: Scope,
  session: Session | null,
  event: object,
): Promise<unknown> {
  const { core, model, user, access, log, ending } = scope;
  const hook = model.hooks[name] as ((event: object) => unknown) | undefined;
  const context = {
    ...event,
    user,
    crud: core.crudOf(access, user, { log, ending }),
    system: core.system({ log, ending }),
    session,
    // Lazy: a logger, and TypeORM's side of the connection, cost nothing unless used.
    get log() {
      return (log?.() ?? core.log).child({ hook: `${model.name}.${name}` });
    },
    get manager() {
      return session?.runner().manager;
    },
  };
  try {
    return await hook?.(context);
  } catch (error) {
    throw isAnswer(error, core) ? error : new HookFailed(failure(model, name), { cause: error });
  }
}

const failure = ({ name }: ModelInfo, hook: HookName): string => `the hook ${name}.${hook} failed`;

/** Errors that are passed on unchanged: responses to the caller, and those that make the database retry. */
const isAnswer = (error: unknown, { dialect }: Core): boolean =>
  error instanceof HttpProblem || error instanceof HookFailed || dialect.outage(error) !== null;

/** A payload to check, and the grant that it is checked by. */
interface Sent {
  readonly payload: unknown;
  readonly grant: Grant;
}

/**
 * The payload as the model's hook returns it. The hook only sees what the sender may write; what the hook sets is not checked
 * against the sender's permissions.
 */
export async function beforeValidate(
  payload: unknown,
  mode: WriteMode,
  grant: Grant,
  scope: Scope,
): Promise<Sent> {
  const { model } = scope;
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (!model.hooks.beforeValidate || !isObject) return { payload, grant };
  const all = withoutRules(scope).access.grant(scope.user, 'edit', model)!.writable;
  const sent = Object.entries(payload).filter(
    ([name]) => grant.writable.has(name) || !all.has(name),
  );
  const values: Values = Object.freeze(Object.fromEntries(sent));
  const event = { operation: operationOf(mode), values };
  const changes = (await call('beforeValidate', scope, null, event)) as Values | undefined;
  if (changes === undefined) return { payload, grant };
  const set = Object.keys(changes).filter((name) => !Object.is(changes[name], values[name]));
  const writable = new Set([...grant.writable, ...set.filter((name) => all.has(name))]);
  return { payload: { ...values, ...changes }, grant: { ...grant, writable } };
}

/** Checked values, as the model's hook returns them. */
export async function beforeTransaction(
  checked: CheckedPayload,
  mode: WriteMode,
  scope: Scope,
): Promise<Draft> {
  if (!scope.model.hooks.beforeTransaction || checked.problems.length > 0) return checked;
  const values = valuesOf(checked, scope.model);
  const event = { operation: operationOf(mode), values };
  return changed(
    checked,
    values,
    await call('beforeTransaction', scope, null, event),
    scope.model,
    'beforeTransaction',
  );
}

/** The draft as it will be written, after the model's hook has run and its rules hold. */
export async function beforeSave(
  first: Draft,
  mode: WriteMode,
  before: Readonly<Values> | null,
  session: Session,
  scope: Scope,
): Promise<Draft> {
  if (first.problems.length > 0) return first;
  const draft = await hookBeforeSave(first, mode, before, session, scope);
  assertRules(draft, before, scope.model);
  return draft;
}

async function hookBeforeSave(
  draft: Draft,
  mode: WriteMode,
  before: Readonly<Values> | null,
  session: Session,
  scope: Scope,
): Promise<Draft> {
  if (!scope.model.hooks.beforeSave) return draft;
  const values = valuesOf(draft, scope.model);
  const event = { operation: operationOf(mode), values, before };
  return changed(
    draft,
    values,
    await call('beforeSave', scope, session, event),
    scope.model,
    'beforeSave',
  );
}

/** Refuses a record that breaks the model's rules. */
export function assertRules(draft: Draft, before: Readonly<Values> | null, model: ModelInfo): void {
  if (!model.rules) return;
  const [first, ...rest] = violations(model, recordOf(draft, before, model)).map(
    ({ field, message }): FieldProblem => ({ field, code: 'rule', message: sentence(message) }),
  );
  if (first) throw invalid([first, ...rest]);
}

function violations(model: ModelInfo, record: Readonly<Values>): readonly BrokenRule[] {
  try {
    return brokenRules(model.rules!, record);
  } catch (error) {
    throw new HookFailed(`a rule of ${model.name} failed`, { cause: error });
  }
}

/** The record as it will be, in JSON form. */
function recordOf(draft: Draft, before: Readonly<Values> | null, { columns }: ModelInfo): Values {
  const record: Values = {};
  for (const { name } of columns) {
    const value = name in draft.columns ? draft.columns[name] : before?.[name];
    record[name] = value instanceof Date ? value.toISOString() : (value ?? null);
  }
  return record;
}

/**
 * After the statement of a create or an update: runs the hook, and passes the row as the hook left it to what waits for the
 * commit.
 */
export async function afterWrite(
  operation: 'create' | 'update',
  id: RecordId,
  before: Readonly<Values> | null,
  session: Session,
  scope: Scope,
): Promise<void> {
  const { afterSave, afterCommit } = scope.model.hooks;
  let after = await readForHooks(id, session, scope);
  if (afterSave) {
    await call('afterSave', scope, session, { operation, before, after });
    if (afterCommit) after = await readForHooks(id, session, scope);
  }
  followCommit({ operation, before, after }, scope);
}

/** The same after a row has been deleted. */
export async function afterRemove(
  before: Readonly<Values> | null,
  session: Session,
  scope: Scope,
): Promise<void> {
  if (scope.model.hooks.afterDelete) await call('afterDelete', scope, session, { before });
  followCommit({ operation: 'delete', before, after: null }, scope);
}

export async function beforeDelete(
  before: Readonly<Values> | null,
  session: Session,
  scope: Scope,
): Promise<void> {
  if (scope.model.hooks.beforeDelete) await call('beforeDelete', scope, session, { before });
}

function followCommit(change: Change, scope: Scope): void {
  const { core, model } = scope;
  const { committed, afterCommit } = model.hooks;
  const place = `${model.name}.afterCommit`;
  if (committed) core.database.afterCommit({ place, run: committed, atOnce: true });
  if (afterCommit)
    core.database.afterCommit({ place, run: () => call('afterCommit', scope, null, change) });
}

/** The row for the model's hooks; null without any. */
export async function readForHooks(
  id: RecordId,
  session: Session,
  scope: Scope,
): Promise<Readonly<Values> | null> {
  const { hooks, rules } = scope.model;
  if (!isInTransaction(hooks) && !rules) return null;
  const stored = await readStored(id, session, scope);
  return stored && Object.freeze(inEntityTypes(stored, scope.model));
}

const operationOf = (mode: WriteMode): Operation => (mode === 'create' ? 'create' : 'update');

/** The values that a draft sets, in the entity's types. */
const valuesOf = ({ columns, links, virtual }: Draft, model: ModelInfo): Readonly<Values> =>
  Object.freeze(inEntityTypes({ ...columns, ...links, ...virtual }, model));

/** Datetimes are `Date`s in an entity and texts everywhere else. */
function inEntityTypes(values: Values, { columns }: ModelInfo): Values {
  for (const { name, type } of columns) {
    const value = values[name];
    if (type === 'datetime' && typeof value === 'string') values[name] = new Date(value);
  }
  return values;
}

/** Does such a write run code of the developer's inside the transaction? */
export const callsCode = ({ hooks, path }: ModelInfo): boolean =>
  path === 'repository' || isInTransaction(hooks);
