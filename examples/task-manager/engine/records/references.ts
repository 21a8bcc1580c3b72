import { decidingTenant, demandedTenant, foreignIds } from '../access/row-rules.js';
import type { Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import {
  HttpProblem,
  coded,
  forbidden,
  invalid,
  spokenName,
  withArticle,
  type FieldProblem,
} from '../problem/problem.js';
import type { Attempt, Draft } from './check-payload.js';
import { oneRow, rowExists } from './read-records.js';
import { findTargets, readerOf, readLinks } from './links.js';
import type { LinkInfo } from '../model/model-info.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { areSameRoles, withoutRules, type Scope } from './scope.js';
import { compileWhere } from './compile-where.js';
import { foldWhere } from '../model/fold-where.js';
import { ALL, and, or, type Scalar, type Where } from '../model/where.js';

/** By many-to-many field, the ids of the records to link to. */
export type Targets = ReadonlyMap<string, readonly RecordId[]>;

/**
 * The final check of a draft's fields: its references exist for the writer, it enters no foreign tenant, and no tree becomes
 * cyclic. Throws 422 with everything that is wrong with the draft.
 */
export async function checkReferences(
  attempt: Attempt,
  session: Session,
  scope: Scope,
): Promise<Targets> {
  const { columns, links } = scope.model;
  // Without a lookup: a writer may not find out what is unique in a foreign tenant, nor whether it exists.
  const tenants = await refusedIds('tenant', attempt, session, scope);
  const problems = [
    ...attempt.draft.problems,
    ...tenants,
    ...(await missingTenant(attempt, session, scope)),
  ];
  const owners = foreignFields('owner', attempt, scope);
  const last = [...owners, ...tenants.map(({ field }) => field)];
  for (const column of columns)
    if (!last.includes(column.name))
      problems.push(...(await checkReference(column, attempt, session, scope)));
  const targets = new Map<string, readonly RecordId[]>();
  for (const link of links) {
    const keys = attempt.draft.links[link.name];
    if (!keys) continue;
    // Locked: a record deleted before the link is inserted would be left out silently.
    const within = scopeOf(link, attempt.draft, scope);
    const byCode = attempt.draft.keysByCode?.[link.name] ?? [];
    const ofCode = new Set(byCode);
    const sent = keys.filter((key) => !ofCode.has(key));
    const found = [
      ...(await findTargets(link, sent, attempt.grant, session, within, 'keep')),
      ...(await findTargets(link, byCode, attempt.grant, session, withoutRules(scope), 'keep')),
    ];
    const named = new Set(found.map(([, key]) => key));
    const unknown = keys.filter((key) => !named.has(key));
    if (unknown.length > 0 && !(await areReadLinks(unknown, link, attempt, session, scope)))
      problems.push(missingReference(link.name, link.model));
    else if (named.size < found.length) problems.push(ambiguous(link.name, link.model));
    targets.set(
      link.name,
      found.map(([id]) => id),
    );
  }
  throwIfAny(problems);
  await checkOwners(owners, attempt, session, scope);
  return targets;
}

/**
 * Owners that the rules refuse are only known once the row is written. To give the same response, non-existent owners are
 * reported when nothing else is wrong, and all of them at once.
 */
async function checkOwners(
  owners: readonly string[],
  attempt: Attempt,
  session: Session,
  scope: Scope,
): Promise<void> {
  for (const field of owners) {
    const column = scope.model.column.get(field)!;
    const found = await checkReference(column, attempt, session, scope);
    if (found.length > 0)
      throwIfAny(owners.map((name) => missingOwnerOrTenant('owner', name, scope)));
  }
}

/** Owners or tenants other than the writer's own, reported as if they did not exist; unchanged values may be sent back. */
export async function refusedIds(
  kind: 'owner' | 'tenant',
  attempt: Attempt,
  session: Session,
  scope: Scope,
): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const field of foreignFields(kind, attempt, scope)) {
    const kept = await isUnchanged(field, attempt, session, scope);
    if (!kept) problems.push(missingOwnerOrTenant(kind, field, scope));
  }
  return problems;
}

const foreignFields = (
  kind: 'owner' | 'tenant',
  { draft, grant }: Attempt,
  { access, model }: Scope,
): readonly string[] =>
  access.unbound
    ? []
    : foreignIds(kind, draft.columns, grant, model).filter((name) => !draft.byCode?.has(name));

/** The tenant that a writer who sees those of all must name, unless the project's own code has left it out. */
async function missingTenant(
  attempt: Attempt,
  session: Session,
  scope: Scope,
): Promise<readonly FieldProblem[]> {
  const { draft, grant } = attempt;
  const field = demandedTenant(grant, scope.model);
  if (field === null || draft.byCode?.has(field)) return [];
  if (!namesNone(field, attempt)) return [];
  if (await isUnchanged(field, attempt, session, scope)) return [];
  if (draft.problems.some((problem) => problem.field === field)) return [];
  return [
    { field, code: 'required', message: `${field} is required: it says whose record this is.` },
  ];
}

/** Whether a write leaves a reference empty: a new record that names none, or a change that takes it away. */
const namesNone = (field: string, { id, draft }: Pick<Attempt, 'id' | 'draft'>): boolean =>
  (draft.columns[field] ?? null) === null && (id === null || field in draft.columns);

/** The scope in which a reference is looked up: what the project's own code refers to need not exist for the writer. */
export const scopeOf = ({ name }: { readonly name: string }, draft: Draft, scope: Scope): Scope =>
  draft.byCode?.has(name) ? withoutRules(scope) : scope;

async function checkReference(
  column: ColumnInfo,
  attempt: Attempt,
  session: Session,
  scope: Scope,
): Promise<readonly FieldProblem[]> {
  const { draft, id } = attempt;
  const { name, reference } = column;
  const value = draft.columns[name];
  if (!reference || typeof value !== 'number') return [];
  const target = scope.core.model(reference.model);
  const { access } = scopeOf(column, draft, scope);
  const rows = access.rowWhere(attempt.grant, target);
  // Where any row will do, the foreign key itself is the check: a violation falls back to the slow path, which names the
  // field.
  if (attempt.isAlone && rows.op === 'all') return [];
  const visible = oneRow(value, rows);
  const lock = attempt.isAlone ? undefined : 'keep';
  if (!(await rowExists(visible, target, session, scope, lock))) {
    return (await isUnchanged(name, attempt, session, scope))
      ? []
      : [missingReference(name, target.name)];
  }
  const closes = target === scope.model && id !== null;
  return closes && (await leadsTo(id, value, column, session, scope))
    ? [{ field: name, code: 'cycle', message: `${name} would form a cycle.` }]
    : [];
}

/** Sending back what one has read is no new reference, even to a row that is hidden by now. */
async function isUnchanged(
  field: string,
  { draft, id, grant }: Attempt,
  session: Session,
  scope: Scope,
): Promise<boolean> {
  if (id === null || !grant.readable.has(field)) return false;
  const value = draft.columns[field] as RecordId | null;
  const same = oneRow(id, value === null ? { op: 'null', field } : { op: 'eq', field, value });
  return rowExists(same, scope.model, session, scope);
}

/** Whether the writer has read these links by another role than they write by: sending them back changes nothing. */
async function areReadLinks(
  keys: readonly Scalar[],
  link: LinkInfo,
  { id, grant }: Attempt,
  session: Session,
  scope: Scope,
): Promise<boolean> {
  const isSame = areSameRoles(grant.readingRoles, grant.roles);
  if (id === null || isSame || !grant.readable.has(link.name)) return false;
  const record: Record<string, unknown> = { id };
  await readLinks([record], [link], readerOf(grant), session, scope);
  const linked = new Set(record[link.name] as readonly unknown[]);
  return keys.every((key) => linked.has(key));
}

function throwIfAny([first, ...rest]: readonly FieldProblem[]): void {
  if (first) throw invalid([first, ...rest]);
}

const missingOwnerOrTenant = (
  kind: 'owner' | 'tenant',
  field: string,
  { model }: Scope,
): FieldProblem => {
  const usual = kind === 'owner' ? 'User' : 'Tenant';
  return missingReference(field, model.column.get(field)!.reference?.model ?? usual);
};

/** The same message for a row that does not exist and one that the writer may not see. */
const missingReference = (field: string, model: string): FieldProblem => ({
  field,
  code: 'reference',
  message: `${field} points to ${withArticle(spokenName(model))} that does not exist.`,
});

/** A key that is unique per tenant may match records in several. */
const ambiguous = (field: string, model: string): FieldProblem => ({
  field,
  code: 'ambiguous',
  message: `${field} has a key that more than one ${spokenName(model)} has.`,
});

/** Does the chain of parents from `start` lead to `id`? */
async function leadsTo(
  id: RecordId,
  start: RecordId,
  column: ColumnInfo,
  session: Session,
  { core, model }: Scope,
): Promise<boolean> {
  const { dialect } = core;
  await lockTree(`${model.table}.${column.column}`, session, core);
  const statement = core.statements.get(`cycle ${model.name} ${column.name}`, () => {
    const [table, key] = [dialect.quote(model.table), dialect.quote(column.column)];
    const rowId = dialect.quote(model.key.column);
    // All names are qualified: the model may have columns of any name.
    return (
      `WITH RECURSIVE _up(at) AS (SELECT ${rowId} FROM ${table} WHERE ${rowId} = ${dialect.placeholder(1)} ` +
      `UNION SELECT child.${key} FROM ${table} child JOIN _up ON child.${rowId} = _up.at WHERE child.${key} IS NOT NULL) ` +
      `SELECT 1 FROM _up WHERE _up.at = ${dialect.placeholder(2)}`
    );
  });
  return (await session.rows(statement, [start, id])).length > 0;
}

/** Two moves that are each fine may form a cycle together: one waits for the other. */
async function lockTree(name: string, session: Session, core: Scope['core']): Promise<void> {
  const { dialect, statements } = core;
  const sql = dialect.lockText(dialect.placeholder(1));
  if (sql !== null)
    await session.rows(
      statements.get(sql, () => sql),
      [name],
    );
}

/** The writer would not see the written row: the transaction is rolled back, and `hiddenProblem` says so. */
export class HiddenRow extends Error {
  override readonly name = 'HiddenRow';
}

/**
 * 403, with its reason unless that is confidential; 422 where it is about an owner whose id is in the draft, as if there were
 * no such user.
 */
export async function hiddenProblem(attempt: Attempt, scope: Scope): Promise<HttpProblem> {
  const [first, ...rest] = await scope.core.database.read((session) =>
    refusedIds('owner', attempt, session, scope),
  );
  if (first) return invalid([first, ...rest]);
  const what = `this ${spokenName(scope.model.name)} from you`;
  const byTenant = scope.model.access.rows?.some(({ kind }) => kind === 'tenant');
  return byTenant && scope.user.tenants.length === 0
    ? forbidden(
        `You belong to no active tenant, and the row rules would hide ${what}. An administrator can add you to one: ` +
          `PATCH /user/${scope.user.id} with {"tenants": [<id>]}.`,
        'no-tenant',
      )
    : (unnamedTenant(attempt, scope) ?? forbidden(`The row rules would hide ${what}.`, 'row-rule'));
}

/** The refusal at the field of the tenant where its writer has several and names none; null where that is not why. */
function unnamedTenant(attempt: Attempt, { model, user }: Scope): HttpProblem | null {
  const field = decidingTenant(model);
  if (field === null || user.tenants.length < 2 || !namesNone(field, attempt)) return null;
  const message = `${field} is required: it says to which of your tenants this ${spokenName(model.name)} belongs.`;
  return new HttpProblem(
    403,
    message,
    [{ field, code: 'required', message }],
    {},
    coded('row-rule'),
  );
}

/** Would the row rules hide the row that a refused write would have made? Evaluated on a row constructed in the query. */
export async function isHiddenFrom({ id, draft, grant }: Attempt, scope: Scope): Promise<boolean> {
  const { core, model } = scope;
  const { dialect } = core;
  const values: unknown[] = [id];
  const columns = model.columns.map((info) => {
    const column = dialect.quote(info.column);
    if (!(info.name in draft.columns)) return column;
    const mark = dialect.placeholder(values.push(dialect.encode(draft.columns[info.name], info)));
    return `${dialect.cast(mark, info)} AS ${column}`;
  });
  const [table, rowId] = [dialect.quote(model.table), dialect.quote(model.key.column)];
  const stored = `(SELECT 1 AS _one) _start LEFT JOIN ${table} ON ${rowId} = ${dialect.placeholder(1)}`;
  const candidate = `(SELECT ${columns.join(', ')} FROM ${stored}) wanted`;
  return core.database.read(async (session) => {
    const rules = await settleLinks(grant.where, { draft, grant }, session, scope);
    const condition = compileWhere(rules, model, core, values.length);
    const sql = `SELECT 1 FROM ${candidate} WHERE ${condition.sql}`;
    const statement = core.statements.get(sql, () => sql);
    return (await session.rows(statement, [...values, ...condition.values])).length === 0;
  });
}

/** Resolves conditions on links that the draft sets, as far as possible: the constructed row does not have them yet. */
async function settleLinks(
  where: Where,
  attempt: Pick<Attempt, 'draft' | 'grant'>,
  session: Session,
  scope: Scope,
): Promise<Where> {
  return foldWhere<Promise<Where>>(where, {
    joined: async (op, items) => (op === 'and' ? and : or)(...(await Promise.all(items))),
    not: async (item) => ({ op: 'not', item: await item }),
    related: async (relation) =>
      relation.op === 'linked' ? settleLink(relation, attempt, session, scope) : relation,
    own: async (own) => own,
  });
}

async function settleLink(
  where: Extract<Where, { op: 'linked' }>,
  { draft, grant }: Pick<Attempt, 'draft' | 'grant'>,
  session: Session,
  scope: Scope,
): Promise<Where> {
  const keys = draft.links[where.field];
  if (!keys) return where;
  const link = scope.model.links.find(({ name }) => name === where.field)!;
  const target = scope.core.model(link.model);
  const found = await findTargets(link, keys, grant, session, scope);
  const ids = found.map(([id]) => id);
  const chosen = and({ op: 'in', field: 'id', values: ids }, where.where);
  if (await rowExists(chosen, target, session, scope)) return ALL;
  // Links to rows that the writer does not see are kept.
  const unseen: Where = { op: 'not', item: scope.access.rowWhere(grant, target) };
  return { ...where, where: and(unseen, where.where) };
}
