import type { RecordText, WriteOptions } from '../model/operations.js';
import type { Grant } from '../model/access-rules.js';
import type { RawRow, Session } from '../database/session.js';
import { preconditionFailed } from '../problem/problem.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Values } from '../model/hooks.js';
import { checkPayload } from './check-payload.js';
import { prepareDraft, isEmpty, type Attempt } from './draft.js';
import { writeLinks } from './links.js';
import { checkReferences } from './references.js';
import { authorize, type Scope, missing } from './scope.js';
import { insertRow, updateRow, readStored, type Returning } from './stored-row.js';
import { oneRow, rowExists } from './find-ids.js';
import { hiddenAnswer, isHiddenFrom, OutOfSight } from './out-of-sight.js';
import { readRecords } from './read-records.js';
import { refusal } from './refusal.js';

/** Makes a record; its writer must be able to see it. */
export async function create(scope: Scope, payload: unknown): Promise<RecordText> {
  const { model, user } = scope;
  const grant = authorize(scope, 'create');
  const draft = await prepareDraft(checkPayload(payload, 'create', model, grant), scope);
  const attempt = { id: null, draft, grant };
  return write(
    scope,
    async (session) => {
      const targets = await checkReferences(attempt, session, scope);
      const returning = returningOf(grant, scope);
      const { id, row } = await insertRow(draft.columns, returning, session, scope);
      for (const link of model.links) {
        await writeLinks(id, link, targets.get(link.name) ?? [], session, scope);
      }
      const result = await readWritten(id, row, grant, session, scope);
      const after = await readForHooks(id, session, scope);
      await model.hooks.check?.({ user, session, before: null, after });
      return { result, before: null, after };
    },
    attempt,
  );
}

/** Changes a record: `update` what is present, `replace` everything that the writer may write. */
export async function update(
  scope: Scope,
  mode: 'update' | 'replace',
  id: number,
  payload: unknown,
  options: WriteOptions = {},
): Promise<RecordText> {
  const { model, user } = scope;
  const grant = authorize(scope, 'edit');
  const checked = checkPayload(payload, mode, model, grant);
  if (model.hooks.prepare) await requireRow(id, grant, scope);
  const draft = await prepareDraft(checked, scope);
  const attempt = { id, draft, grant };
  return write(
    scope,
    async (session) => {
      await demandRow(id, grant, options, session, scope);
      const targets = await checkReferences(attempt, session, scope);
      const before = await readForHooks(id, session, scope);
      const row = isEmpty(draft)
        ? null
        : await updateRow(id, draft.columns, returningOf(grant, scope), session, scope);
      for (const link of model.links) {
        const found = targets.get(link.name);
        if (found) await writeLinks(id, link, found, session, scope);
      }
      const record = await readWritten(id, row, grant, session, scope);
      const after = await readForHooks(id, session, scope);
      await model.hooks.check?.({ user, session, before, after });
      return { result: { ...record, text: shownText(record.text, grant) }, before, after };
    },
    attempt,
  );
}

/** A hook may refuse, or work long (a password's hash): not for a row that is not there. */
async function requireRow(id: number, grant: Grant, scope: Scope): Promise<void> {
  const where = oneRow(id, grant.where);
  const there = await scope.core.database.read((session) =>
    rowExists(where, scope.model, session, scope),
  );
  if (!there) throw missing(scope, id);
}

/** A write after its commit: what it answers, and what hooks are told. */
export interface Written<T> {
  readonly result: T;
  readonly before: Readonly<Values> | null;
  readonly after: Readonly<Values> | null;
}

/**
 * One write, all or nothing. What the database refuses becomes an answer; but a row that its writer may not make is
 * refused for that even where it would have been refused for another reason.
 */
export async function write<T>(
  scope: Scope,
  work: (session: Session) => Promise<Written<T>>,
  attempt: Attempt | null = null,
): Promise<T> {
  const { core, model, user } = scope;
  let written: Written<T>;
  try {
    written = await core.database.write(work, { shared: callsOwner(model) });
  } catch (error) {
    throw await answerTo(error, attempt, scope);
  }
  const { before, after, result } = written;
  model.hooks.committed?.({ user, before, after });
  return result;
}

async function answerTo(error: unknown, attempt: Attempt | null, scope: Scope): Promise<unknown> {
  const violation = scope.core.dialect.violation(error);
  if (attempt && (error instanceof OutOfSight || (violation && violation.kind !== 'busy'))) {
    const hidden = error instanceof OutOfSight || (await isHiddenFrom(attempt, scope));
    if (hidden) return hiddenAnswer(attempt, scope);
  }
  return violation ? refusal(violation, scope.model) : error;
}

/** Does code of the developer's run inside the model's transactions? */
const callsOwner = ({ hooks, path }: ModelInfo): boolean =>
  hooks.check !== undefined || path === 'repository';

/** 404 unless the row is there for this user, 412 unless `If-Match` holds; nobody else changes the row from here on. */
export async function demandRow(
  id: number,
  grant: Grant,
  { ifMatch }: WriteOptions,
  session: Session,
  scope: Scope,
): Promise<void> {
  const there = await rowExists(oneRow(id, grant.where), scope.model, session, scope, 'lock');
  if (!there) throw missing(scope, id);
  if (!ifMatch) return;
  const [text] = await readRecords({ where: oneRow(id, grant.where) }, grant, session, scope);
  if (text === undefined || !ifMatch(shownText(text, grant))) {
    throw preconditionFailed('The record has changed since you read it.');
  }
}

/** What a writer gets back of a record: what they may not show is not read by writing it either. */
export function shownText(text: string, { shows }: Grant): string {
  if (shows) return text;
  const { id, _label } = JSON.parse(text) as { readonly id: number; readonly _label: string };
  return JSON.stringify({ id, _label });
}

/**
 * What the statement that writes a row can tell its writer: the whole record, where no row rule may hide it and nothing
 * changes it further. Null where it must be read again.
 */
export function returningOf(grant: Grant, { core, model }: Scope): Returning | null {
  const isFinal =
    grant.where.op === 'all' && model.path === 'sql' && !core.triggered.has(model.table);
  return isFinal ? { key: grant.readableKey, select: core.reader(model, grant).select } : null;
}

/** The written record as its writer sees it, from what its statement returned if it did; throws where they would not see it. */
export async function readWritten(
  id: number,
  row: RawRow | null,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<RecordText> {
  const { core, model } = scope;
  const [text] = row
    ? await core.reader(model, grant).texts([row], session, scope)
    : await readRecords({ where: oneRow(id, grant.where) }, grant, session, scope);
  if (text === undefined) throw new OutOfSight();
  return { kind: 'record', id, text };
}

/** The row for the model's hooks; null without any. */
export async function readForHooks(
  id: number,
  session: Session,
  scope: Scope,
): Promise<Values | null> {
  const { check, committed } = scope.model.hooks;
  return check || committed ? readStored(id, session, scope) : null;
}
