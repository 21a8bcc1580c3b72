import { keptFields } from '../access/row-rules.js';
import type { RecordId } from '../fields/record-id.js';
import type { RecordText, WriteOptions } from '../model/operations.js';
import type { Grant } from '../model/access-rules.js';
import type { RawRow, Session } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { and } from '../model/where.js';
import { forbidden, preconditionFailed, spokenName, type HttpProblem } from '../problem/problem.js';
import {
  checkPayload,
  isEmpty,
  type Attempt,
  type Draft,
  type WriteMode,
} from './check-payload.js';
import { hasIncrements, withSums } from './increments.js';
import { readTargets, writeLinks } from './links.js';
import {
  HiddenRow,
  checkReferences,
  hiddenProblem,
  isHiddenFrom,
  scopeOf,
  type Targets,
} from './references.js';
import { areSameRoles, authorize, missing, refusal, type Scope } from './scope.js';
import {
  beforeSave,
  beforeTransaction,
  beforeValidate,
  callsCode,
  assertRules,
  readForHooks,
  afterWrite,
} from './run-hooks.js';
import { insertRow, updateRow, type Returning } from './stored-row.js';
import { oneRow, rowExists, readRecords, textsOf, type RowLock } from './read-records.js';

/** Creates a record; its writer must be able to see it. */
export async function create(scope: Scope, payload: unknown): Promise<RecordText> {
  const grant = authorize(scope, 'create');
  const first = await checkWrite(payload, 'create', grant, scope);
  const attempt: Attempt = { id: null, draft: first, grant };
  const work = async (session: Session): Promise<RecordText> => {
    const draft = (attempt.draft = await beforeSave(first, 'create', null, session, scope));
    const targets = await checkReferences(attempt, session, scope);
    const returning = returningOf(grant, scope);
    const { id, row } = await insertRow(draft.columns, returning, session, scope);
    await writeTargets(id, targets, new Map(), session, scope);
    const record = await readWritten(id, row, grant, session, scope);
    await afterWrite('create', id, null, session, scope);
    return readAfterHooks(record, grant, session, scope);
  };
  const single = isSingleStatement(first, grant, scope) && createSingle;
  const alone = single && ((session: Session) => single(attempt, session, scope));
  const record = await write(scope, attempt, work, alone);
  const shown = scope.access.grant(scope.user, 'show', scope.model);
  return { ...record, isAsShown: shown !== null && isAsShown(grant, shown) };
}

/** Whether a response under one grant is what another one shows of the same record. */
const isAsShown = (grant: Grant, shown: Grant): boolean =>
  shown.readableKey === grant.readableKey && areSameRoles(shown.readingRoles, grant.readingRoles);

/** Changes a record: `update` the present fields, `replace` all that the writer may write. */
export async function update(
  scope: Scope,
  mode: 'update' | 'replace',
  id: RecordId,
  payload: unknown,
  options: WriteOptions = {},
): Promise<RecordText> {
  const grant = authorize(scope, 'edit');
  const { beforeValidate: validateHook, beforeTransaction: transactionHook } = scope.model.hooks;
  if (validateHook || transactionHook) await requireRow(id, grant, scope);
  const first = await checkWrite(payload, mode, grant, scope);
  const attempt: Attempt = { id, draft: first, grant };
  const work = async (session: Session): Promise<RecordText> => {
    await lockRow('change', id, grant, options, session, scope);
    const before = await readForHooks(id, session, scope);
    const draft = await withSums(first, id, session, scope);
    attempt.draft = await beforeSave(draft, mode, before, session, scope);
    const row = await updateStored(id, attempt, session, scope);
    const record = await readWritten(id, row, grant, session, scope);
    await afterWrite('update', id, before, session, scope);
    const { text } = await readAfterHooks(record, grant, session, scope);
    return { ...record, text: shownText(text, grant) };
  };
  const isAlone = Number.isSafeInteger(id) && !options.ifMatch && !refersOrCompares(first, scope);
  const single = isAlone && isSingleStatement(first, grant, scope) && updateSingle;
  return write(scope, attempt, work, single && ((session) => single(id, attempt, session, scope)));
}

/**
 * Whether a single statement does the whole write and returns everything that its writer is shown: anything read or computed
 * afterwards could fail after the commit.
 */
function isSingleStatement(draft: Draft, grant: Grant, scope: Scope): boolean {
  const { columns, links, problems } = draft;
  const { model } = scope;
  const shown = [
    ...model.links,
    ...model.extras,
    ...model.columns.filter((one) => one.transformer),
  ];
  return (
    problems.length === 0 &&
    !hasIncrements(draft) &&
    Object.keys(links).length === 0 &&
    returningOf(grant, scope) !== null &&
    model.label.kind !== 'function' &&
    !shown.some(({ name }) => grant.readable.has(name)) &&
    !model.columns.some(
      (one) => one.reference && columns[one.name] != null && !isEnforced(one, scope),
    )
  );
}

/** Whether the database itself refuses a reference to a missing row: it cannot detect a soft-deleted one. */
function isEnforced({ column, reference }: ColumnInfo, { core, model }: Scope): boolean {
  const target = core.model(reference!.model);
  if (target.columns.some(({ role }) => role === 'deleted')) return false;
  const { foreignKeys } = core.database.dataSource.getMetadata(model.entity);
  return foreignKeys.some(({ columnNames }) => columnNames.includes(column));
}

/** Whether a change must be compared with the row as it was, or with other rows; or changes nothing itself. */
const refersOrCompares = ({ columns }: Draft, { model }: Scope): boolean =>
  model.rules !== null ||
  model.columns.every(({ name }) => !(name in columns)) ||
  model.columns.some(({ name, reference }) => reference && name in columns) ||
  [...keptFields(model)].some((name) => name in columns);

/** A create without hooks: the insert is atomic by itself. */
async function createSingle(attempt: Attempt, session: Session, scope: Scope): Promise<RecordText> {
  const { draft, grant } = attempt;
  assertRules(draft, null, scope.model);
  await checkReferences({ ...attempt, isAlone: true }, session, scope);
  const { id, row } = await insertRow(draft.columns, returningOf(grant, scope), session, scope);
  return readWritten(id, row, grant, session, scope);
}

/** An update without hooks: no row is returned where there is none to change. */
async function updateSingle(
  id: RecordId,
  { draft, grant }: Attempt,
  session: Session,
  scope: Scope,
): Promise<RecordText> {
  const row = await updateRow(id, draft.columns, returningOf(grant, scope), session, scope);
  if (!row) throw await notFoundFor(id, grant, session, scope);
  const record = await readWritten(id, row, grant, session, scope);
  return { ...record, text: shownText(record.text, grant) };
}

/** The values to write, as far as they are known before the transaction. */
async function checkWrite(
  payload: unknown,
  mode: WriteMode,
  grant: Grant,
  scope: Scope,
): Promise<Draft> {
  const sent = await beforeValidate(payload, mode, grant, scope);
  const checked = checkPayload(sent.payload, mode, scope.model, sent.grant);
  return beforeTransaction(checked, mode, scope);
}

/** The statements of an update; returns what the first of them returned of the row. */
export async function updateStored(
  id: RecordId,
  attempt: Attempt,
  session: Session,
  scope: Scope,
): Promise<RawRow | null> {
  const { draft, grant } = attempt;
  const targets = await checkReferences(attempt, session, scope);
  const before = await targetsBefore(id, targets, attempt, session, scope);
  const row = isEmpty(draft)
    ? null
    : await updateRow(id, draft.columns, returningOf(grant, scope), session, scope);
  await writeTargets(id, targets, before, session, scope);
  return row;
}

/**
 * The current targets of the many-to-many fields that the draft sets, read before anything changes: what the writer sees may
 * depend on them.
 */
async function targetsBefore(
  id: RecordId,
  targets: Targets,
  { draft, grant }: Attempt,
  session: Session,
  scope: Scope,
): Promise<Targets> {
  const before = new Map<string, readonly RecordId[]>();
  for (const link of scope.model.links) {
    if (!targets.has(link.name)) continue;
    const within = scopeOf(link, draft, scope);
    before.set(link.name, await readTargets(id, link, grant, session, within));
  }
  return before;
}

/** The many-to-many fields that the draft sets. */
async function writeTargets(
  id: RecordId,
  targets: Targets,
  before: Targets,
  session: Session,
  scope: Scope,
): Promise<void> {
  for (const link of scope.model.links) {
    const found = targets.get(link.name);
    if (found) await writeLinks(id, link, before.get(link.name) ?? [], found, session, scope);
  }
}

/** Before hooks that may refuse or take long (hashing a password): not for a row that does not exist. */
async function requireRow(id: RecordId, grant: Grant, scope: Scope): Promise<void> {
  await scope.core.database.read(async (session) => {
    const exists = await rowExists(oneRow(id, grant.where), scope.model, session, scope);
    if (!exists) throw await notFoundFor(id, grant, session, scope);
  });
}

/** 404; 403 for a record that the user sees by a role that may not do this. */
async function notFoundFor(
  id: RecordId,
  { roles }: Grant,
  session: Session,
  scope: Scope,
): Promise<HttpProblem> {
  const { access, user, model } = scope;
  const shown = access.grant(user, 'show', model);
  const isShown =
    shown !== null &&
    !areSameRoles(shown.roles, roles) &&
    (await rowExists(oneRow(id, shown.where), model, session, scope));
  if (!isShown) return missing(scope, id);
  const what = `this ${spokenName(model.name)} record`;
  return forbidden(`You see ${what} by a role that may not do this.`, 'other-role');
}

/**
 * One atomic write. A refusal by the database becomes a response; but a row that its writer may not make is refused for that
 * reason, even where another one applies too. `alone` does the same as `work` in one statement, where no code of the
 * developer's is called.
 */
export async function write<T>(
  scope: Scope,
  attempt: Attempt | null,
  work: (session: Session) => Promise<T>,
  singleWork: ((session: Session) => Promise<T>) | false = false,
  reachesCode = false,
): Promise<T> {
  const { core, model } = scope;
  try {
    if (core.ready) await core.ready();
    // Checked now: a subscriber may have been added to the model meanwhile.
    const shared = reachesCode || callsCode(model);
    const single = singleWork !== false && !shared;
    const options = { shared, name: `a write of ${model.name}`, ending: scope.ending };
    if (!single) return await core.database.write(work, options);
    return await core.database.write(singleWork, { ...options, single }).catch((error: unknown) => {
      // The reference may not exist; the slow path looks it up first and names the field.
      if (core.dialect.violation(error) === null) throw error;
      return core.database.write(work, options);
    });
  } catch (error) {
    throw await asResponseError(error, attempt, scope);
  }
}

async function asResponseError(
  error: unknown,
  attempt: Attempt | null,
  scope: Scope,
): Promise<unknown> {
  const violation = scope.core.dialect.violation(error);
  if (attempt && (error instanceof HiddenRow || violation)) {
    const hidden = error instanceof HiddenRow || (await isHiddenFrom(attempt, scope));
    if (hidden) return hiddenProblem(attempt, scope);
  }
  // The write may be part of an outer transaction that is retried after a collision.
  if (!violation) return error;
  return Object.assign(refusal(violation, scope.model, attempt?.grant), { cause: error });
}

/** 404 unless the row exists for this user, 412 unless `If-Match` holds; locks the row from here on for what becomes of it. */
export async function lockRow(
  lock: RowLock,
  id: RecordId,
  grant: Grant,
  { ifMatch, ifRow }: WriteOptions,
  session: Session,
  scope: Scope,
): Promise<void> {
  const where = oneRow(id, grant.where);
  const exists = await rowExists(where, scope.model, session, scope, lock);
  if (!exists) throw await notFoundFor(id, grant, session, scope);
  // Read once it is locked: nobody changes it any more.
  if (ifRow && !(await rowExists(and(where, ifRow), scope.model, session, scope))) throw changed();
  if (!ifMatch) return;
  const [text] = await readRecords({ where }, grant, session, scope);
  if (text === undefined || !ifMatch(shownText(text, grant))) throw changed();
}

const changed = () => preconditionFailed('The record has changed since you read it.');

/** What a write returns of a record: writing must not reveal what its writer may not show. */
export function shownText(text: string, { shows }: Grant): string {
  if (shows) return text;
  const { id, _label } = JSON.parse(text) as { readonly id: RecordId; readonly _label: string };
  return JSON.stringify({ id, _label });
}

/**
 * What a write statement can return to its writer: the whole record, where no row rule may hide it and no trigger changes it
 * further. Null where it must be read again.
 */
export function returningOf(grant: Grant, { core, model }: Scope): Returning | null {
  const isFinal =
    grant.where.op === 'all' && model.path === 'sql' && !core.triggered.has(model.table);
  return isFinal ? { key: grant.readableKey, select: core.reader(model, grant).select } : null;
}

/** Reads the record again if a hook may have changed it; as written if the hook has hidden it from its writer. */
async function readAfterHooks(
  record: RecordText,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<RecordText> {
  if (!scope.model.hooks.afterSave) return record;
  const wanted = { where: oneRow(record.id, grant.where) };
  const [text = record.text] = await readRecords(wanted, grant, session, scope);
  return { ...record, text };
}

/** The written record as its writer sees it, from what the statement returned if anything; throws where they would not see it. */
export async function readWritten(
  id: RecordId,
  row: RawRow | null,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<RecordText> {
  const [text] = row
    ? (await textsOf([row], grant, session, scope)).texts
    : await readRecords({ where: oneRow(id, grant.where) }, grant, session, scope);
  if (text === undefined) throw new HiddenRow();
  scope.core.widths.tell(scope.model, text.length, 1);
  return { kind: 'record', id, text, isAsShown: true };
}
