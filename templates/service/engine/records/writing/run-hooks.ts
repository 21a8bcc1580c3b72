import { SYSTEM_ACCESS } from '../../access/policy.js';
import type { Session } from '../../database/dialect.js';
import type { RecordId } from '../../fields/record-id.js';
import {
  HookFailed,
  areRowsRead,
  type HookName,
  type Values,
  type WrittenRecord,
} from '../../model/hooks.js';
import type { ModelInfo } from '../../model/model-info.js';
import { invalid, sentence, type FieldProblem } from '../../problem/problem.js';
import { brokenRules, type BrokenRule } from '../../rules/index.js';
import { changed } from './changed-draft.js';
import { isRecord } from './check-payload.js';
import type { Draft, WriteMode } from './draft.js';
import { answersCaller, nestedRecords } from './nested-records.js';
import type { Core, Granted, Scope, Work, Write } from '../scope.js';
import { rowAfter } from './row-after.js';
import { readStoredRows } from './stored-rows.js';

type Operation = 'create' | 'update' | 'delete';

/** A write that has been done, as passed to hooks. */
interface Done {
  readonly operation: Operation;
  readonly before: Readonly<Values> | null;
  readonly after: Readonly<Values> | null;
}

/** Runs a model's hook if it has one. */
export async function callHook(
  name: HookName,
  event: object,
  scope: Scope,
  session: Session | null = null,
): Promise<unknown> {
  const {
    core,
    model,
    user,
    access,
    context: { client, log, ending, origin },
  } = scope;
  const hook = model.hooks[name] as ((event: object) => unknown) | undefined;
  const context = {
    ...event,
    user,
    crud: nestedRecords(core.crudOf(access, user, { client, log, ending, origin })),
    system: nestedRecords(core.system({ client, log, ending, origin })),
    session,
    // Lazy: a client, a logger, and TypeORM's side of the connection, cost nothing unless used.
    get client() {
      return client?.() ?? null;
    },
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
  answersCaller(error) || error instanceof HookFailed || dialect.outage(error) !== null;

/**
 * A payload as the model's hook returns it, with what may be written of it: the hook only sees what the sender may write; what
 * it sets is not checked against the sender's permissions.
 */
export async function beforeValidate(
  payload: unknown,
  mode: WriteMode,
  allowed: Granted,
): Promise<readonly [payload: unknown, allowed: Granted]> {
  const { model, user, grant } = allowed;
  if (!model.hooks.beforeValidate || !isRecord(payload)) return [payload, allowed];
  const all = SYSTEM_ACCESS.grant(user, 'edit', model)!.writable;
  const sent = Object.entries(payload).filter(
    ([name]) => grant.writable.has(name) || !all.has(name),
  );
  const values: Values = Object.freeze(Object.fromEntries(sent));
  const event = { operation: operationOf(mode), values };
  const changes = (await callHook('beforeValidate', event, allowed)) as Values | undefined;
  if (changes === undefined) return [payload, allowed];
  const set = Object.keys(changes).filter((name) => !Object.is(changes[name], values[name]));
  const writable = new Set([...grant.writable, ...set.filter((name) => all.has(name))]);
  return [
    { ...values, ...changes },
    { ...allowed, grant: { ...grant, writable } },
  ];
}

/** Checked values, as the model's hook returns them. */
export async function beforeTransaction(
  checked: Draft,
  mode: WriteMode,
  scope: Scope,
): Promise<Draft> {
  const { model } = scope;
  if (!model.hooks.beforeTransaction || checked.problems.length > 0) return checked;
  const values = sentValues(checked, model);
  const event = { operation: operationOf(mode), values };
  const changes = await callHook('beforeTransaction', event, scope);
  return changed(checked, values, changes, model, 'beforeTransaction');
}

/** A write as the model's hook returns it, with the row locked; a draft that is refused for other reasons is none of its business. */
export async function beforeSave(write: Write, before: Readonly<Values> | null): Promise<Write> {
  const { draft, mode, model, session } = write;
  if (!model.hooks.beforeSave || draft.problems.length > 0) return write;
  const values = sentValues(draft, model);
  const event = { operation: operationOf(mode), values, before, defaults: filledIn(draft, model) };
  const changes = await callHook('beforeSave', event, write, session);
  return { ...write, draft: changed(draft, values, changes, model, 'beforeSave') };
}

/** Refuses a record that breaks the model's rules; what is wrong with single values is told first. */
export function assertRules(draft: Draft, before: Readonly<Values> | null, model: ModelInfo): void {
  if (!model.rules || draft.isMove || draft.problems.length > 0) return;
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

/** A row that has been written, and as it was before; null where it is new, or nobody asks. */
export interface WrittenRow {
  readonly id: RecordId;
  readonly before: Readonly<Values> | null;
  readonly isNew: boolean;
  /** What has been written; absent where that was not a draft of its own. */
  readonly draft?: Draft;
}

/** Tells the hook of features what a list of writes has done to rows, as the statements have left them. */
export async function tellWritten(written: readonly WrittenRow[], work: Work): Promise<void> {
  if (!work.model.hooks.written) return;
  const rowOf = rowAfter(work);
  const known = written.map(({ id, before, isNew, draft }) => {
    const row = draft && (isNew || before) ? rowOf(id, draft, before) : null;
    return row && forCode(row, work);
  });
  const unknown = written.flatMap(({ id }, at) => (known[at] ? [] : [id]));
  const read = unknown.length > 0 ? await readRowsForCode(unknown, work) : NO_ROWS;
  await tell(
    written.map(({ id, before }, at) => ({ id, before, after: known[at] ?? read.get(id) ?? null })),
    work,
  );
}

/** Tells the hook of features which rows have been deleted, or will be with the row that they refer to. */
export async function tellRemoved(
  before: ReadonlyMap<RecordId, Readonly<Values> | null>,
  work: Work,
): Promise<void> {
  await tell(
    [...before].map(([id, row]) => ({ id, before: row, after: null })),
    work,
  );
}

async function tell(records: readonly WrittenRecord[], work: Work): Promise<void> {
  const { model, user, context, session } = work;
  if (records.length > 0)
    await model.hooks.written?.({ records, user, origin: context.origin?.(), session });
}

/** Runs the hook after the statements of creates and updates. */
export async function afterSave(written: readonly WrittenRow[], work: Work): Promise<void> {
  if (!work.model.hooks.afterSave) return;
  for (const one of await doneOf(written, work))
    await callHook('afterSave', one, work, work.session);
}

/** Passes rows, as the hooks have left them, to the hook that waits for the commit. */
export async function followWrites(written: readonly WrittenRow[], work: Work): Promise<void> {
  const { afterCommit, committed } = work.model.hooks;
  if (afterCommit) for (const one of await doneOf(written, work)) followCommit(one, work);
  else if (committed) followCommit(NOTHING_TOLD, work);
}

const NOTHING_TOLD: Done = { operation: 'update', before: null, after: null };

async function doneOf(written: readonly WrittenRow[], work: Work): Promise<readonly Done[]> {
  const after = await readRowsForCode(
    written.map(({ id }) => id),
    work,
  );
  return written.map(({ id, before, isNew }) => ({
    operation: isNew ? 'create' : 'update',
    before,
    after: after.get(id) ?? null,
  }));
}

const NO_ROWS: ReadonlyMap<RecordId, Readonly<Values>> = new Map();

/** Rows by id, for the model's hooks and rules; with what they have let go of for the time of a request. */
export async function readRowsForCode(
  ids: readonly RecordId[],
  work: Work,
  aside: ReadonlyMap<RecordId, Readonly<Values>> = NO_ROWS,
): Promise<ReadonlyMap<RecordId, Readonly<Values>>> {
  const stored = await readStoredRows(ids, work);
  for (const [id, values] of stored) forCode(Object.assign(values, aside.get(id)), work);
  return stored;
}

const forCode = (values: Values, { model }: Work): Readonly<Values> =>
  Object.freeze(inEntityTypes(values, model));

/** Runs the hook after a row has been deleted. */
export async function afterRemove(before: Readonly<Values> | null, work: Work): Promise<void> {
  if (work.model.hooks.afterDelete) await callHook('afterDelete', { before }, work, work.session);
  followCommit({ operation: 'delete', before, after: null }, work);
}

export async function beforeDelete(before: Readonly<Values> | null, work: Work): Promise<void> {
  if (work.model.hooks.beforeDelete) await callHook('beforeDelete', { before }, work, work.session);
}

function followCommit(done: Done, scope: Scope): void {
  const { core, model } = scope;
  const { committed, afterCommit } = model.hooks;
  const place = `${model.name}.afterCommit`;
  if (committed) core.database.afterCommit({ place, run: committed, atOnce: true });
  if (!afterCommit) return;
  // Noted now: by then the connection may be gone, and its address with it.
  scope.context.client?.();
  core.database.afterCommit({ place, run: () => callHook('afterCommit', done, scope) });
}

/** Rows by id, for the model's hooks; none without any. */
export const readForHooks = (
  ids: readonly RecordId[],
  work: Work,
): Promise<ReadonlyMap<RecordId, Readonly<Values>>> | ReadonlyMap<RecordId, Readonly<Values>> =>
  areRowsRead(work.model.hooks) ? readRowsForCode(ids, work) : NO_ROWS;

const operationOf = (mode: WriteMode): Operation => (mode === 'create' ? 'create' : 'update');

/** The values that the writer or code before has set, in the entity's types. */
function sentValues(draft: Draft, model: ModelInfo): Readonly<Values> {
  const { columns, links, virtual, unsent } = draft;
  const values = { ...columns, ...links, ...virtual };
  for (const name of unsent ?? []) delete values[name];
  return Object.freeze(inEntityTypes(values, model));
}

/** The values that the service has filled in, in the entity's types. */
function filledIn({ columns, unsent }: Draft, model: ModelInfo): Readonly<Values> {
  const values = Object.fromEntries([...(unsent ?? [])].map((name) => [name, columns[name]]));
  return Object.freeze(inEntityTypes(values, model));
}

/** Datetimes are `Date`s in an entity and texts everywhere else. */
function inEntityTypes(values: Values, model: ModelInfo): Values {
  for (const name of momentsOf(model)) {
    const value = values[name];
    if (typeof value === 'string') values[name] = new Date(value);
  }
  return values;
}

const moments = new WeakMap<ModelInfo, readonly string[]>();

/** The datetimes of a model, which thousands of rows ask for. */
function momentsOf(model: ModelInfo): readonly string[] {
  const known = moments.get(model);
  if (known) return known;
  const { columns } = model;
  const names = columns.flatMap(({ name, type }) => (type === 'datetime' ? [name] : []));
  moments.set(model, names);
  return names;
}
