import type { Grant } from '../access/access-rules.js';
import type { RawRow, Session } from '../database/database.js';
import { forbidden, preconditionFailed } from '../http/problem.js';
import { compileWhere } from './compile-where.js';
import type { Draft } from './draft.js';
import { oneRow, rowExists } from './find-ids.js';
import { findTargets } from './links.js';
import type { ModelInfo } from './model-info.js';
import type { Values } from './model-module.js';
import type { RecordText, WriteOptions } from './operations.js';
import { readRecords } from './read-records.js';
import { refusal } from './refusal.js';
import { missing, type Scope } from './scope.js';
import { readStored, type Returning } from './stored-row.js';
import { ALL, and, or, type Where } from './where.js';

/** A write after its commit: what it answers, and what hooks are told. */
export interface Written<T> {
  readonly result: T;
  readonly before: Readonly<Values> | null;
  readonly after: Readonly<Values> | null;
}

/**
 * One write, all or nothing. What the database refuses becomes an answer; but a row that its writer may not make is 403
 * even where it would have been refused for another reason.
 */
export async function write<T>(
  scope: Scope,
  work: (session: Session) => Promise<Written<T>>,
  isForbidden: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<T> {
  const { core, model, user } = scope;
  let written: Written<T>;
  try {
    written = await core.database.write(work, { shared: callsOwner(model) });
  } catch (error) {
    const violation = core.dialect.violation(error);
    if (!violation) throw error;
    if (violation.kind !== 'busy' && (await isForbidden())) throw outOfSight(scope);
    throw refusal(violation, model);
  }
  const { before, after, result } = written;
  model.hooks.committed?.({ user, before, after });
  return result;
}

/** Does code of the owner's run inside the model's transactions? */
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
  const shown = scope.access.grant(scope.user, 'show', scope.model) ?? grant;
  const [text] = await readRecords({ where: oneRow(id, shown.where) }, shown, session, scope);
  if (text === undefined || !ifMatch(text)) {
    throw preconditionFailed('The record has changed since you read it.');
  }
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

/** The written record as its writer sees it, from what its statement returned if it did; 403 when they would not see it. */
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
  if (text === undefined) throw outOfSight(scope);
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

/** Would the row rules hide the row that a refused write wanted? Asked of a row that is made up in the query. */
export async function isHiddenFrom(
  id: number | null,
  draft: Draft,
  grant: Grant,
  scope: Scope,
): Promise<boolean> {
  const { core, model } = scope;
  const { dialect } = core;
  const values: unknown[] = [id];
  const columns = model.columns.map((info) => {
    const column = dialect.quote(info.column);
    if (!(info.name in draft.columns)) return column;
    const mark = dialect.placeholder(values.push(dialect.encode(draft.columns[info.name], info)));
    return `${dialect.cast(mark, info)} AS ${column}`;
  });
  const [table, rowId] = [dialect.quote(model.table), dialect.quote('id')];
  const stored = `(SELECT 1 AS _one) _start LEFT JOIN ${table} ON ${rowId} = ${dialect.placeholder(1)}`;
  const wanted = `(SELECT ${columns.join(', ')} FROM ${stored}) wanted`;
  return core.database.read(async (session) => {
    const rules = await settleLinks(grant.where, draft, session, scope);
    const condition = compileWhere(rules, model, core, values.length);
    const sql = `SELECT 1 FROM ${wanted} WHERE ${condition.sql}`;
    const statement = core.statements.get(sql, () => sql);
    return (await session.rows(statement, [...values, ...condition.values])).length === 0;
  });
}

/** Conditions on links that the draft sets, answered as far as they go: the made-up row does not have them yet. */
async function settleLinks(
  where: Where,
  draft: Draft,
  session: Session,
  scope: Scope,
): Promise<Where> {
  const settle = (inner: Where) => settleLinks(inner, draft, session, scope);
  switch (where.op) {
    case 'and':
      return and(...(await Promise.all(where.items.map(settle))));
    case 'or':
      return or(...(await Promise.all(where.items.map(settle))));
    case 'not':
      return { op: 'not', item: await settle(where.item) };
    case 'linked': {
      const keys = draft.links[where.field];
      if (!keys) return where;
      const link = scope.model.links.find(({ name }) => name === where.field)!;
      const target = scope.core.model(link.model);
      const ids = await findTargets(link, keys, session, scope);
      const chosen = and({ op: 'in', field: 'id', values: ids }, where.where);
      if (await rowExists(chosen, target, session, scope)) return ALL;
      // Links to rows that the writer does not see stay.
      const unseen: Where = { op: 'not', item: scope.access.rowWhere(scope.user, target) };
      return { ...where, where: and(unseen, where.where) };
    }
    default:
      return where;
  }
}

const outOfSight = ({ model }: Scope) =>
  forbidden(`The row rules would hide this ${model.name} from you.`);
