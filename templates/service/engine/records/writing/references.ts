import { demandedTenant, foreignIds } from '../../access/row-rules.js';
import type { Session } from '../../database/dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import { partsOf } from '../../model/field-columns.js';
import type { LinkInfo } from '../../model/model-info.js';
import type { Scalar } from '../../model/where.js';
import { invalid, missingReference, spokenName, type FieldProblem } from '../../problem/problem.js';
import type { FoundReferences, Target } from './found-references.js';
import { compileWhere } from '../conditions/compile-where.js';
import { readLinks } from '../reading/links.js';
import { oneRow, rowExists } from '../reading/rows-where.js';
import {
  areSameRoles,
  withoutRules,
  type Core,
  type Rows,
  type Scope,
  type Write,
} from '../scope.js';

/** The ids of the records to link to, by many-to-many field. */
export type Targets = ReadonlyMap<string, readonly RecordId[]>;

/** What a write refers to. */
interface References {
  /** Unless it exists for the writer, enters no foreign tenant, and makes no tree cyclic. */
  readonly problems: readonly FieldProblem[];
  readonly targets: Targets;
  /** Fields that name owners other than the writer. */
  readonly owners: readonly string[];
}

/**
 * The final check of a write's fields: its references exist for the writer, it enters no foreign tenant, and no tree becomes
 * cyclic. Throws 422 with everything that is wrong with it and with its lines; what is wrong with those alone shows once they are
 * written.
 */
export async function checkReferences(write: Write, found: FoundReferences): Promise<Targets> {
  const { draft, core, model } = write;
  const { problems, targets, owners } = await findReferences(write, found);
  const own = [...draft.problems, ...problems];
  if (own.length > 0) {
    const told = new Set(own.map(({ field }) => field));
    const beside = (await core.plan(model).lines?.problems(write)) ?? [];
    throwIfAny([...own, ...beside.filter(({ field }) => !told.has(field))]);
  }
  await checkOwners(owners, write, found);
  return targets;
}

/** What is wrong with the references of a write, but for owners: `checkOwners`. */
export async function findReferences(write: Write, found: FoundReferences): Promise<References> {
  const { core, draft, model } = write;
  // Without a lookup: a writer may not find out what is unique in a foreign tenant, nor whether it exists.
  const tenants = await refusedIds('tenant', write);
  const problems = [...otherKey(write), ...tenants, ...(await missingTenant(write))];
  const owners = foreignFields('owner', write);
  const last = [...owners, ...tenants.map(({ field }) => field)];
  for (const column of core.plan(model).references)
    if (!last.includes(column.name)) problems.push(...(await checkReference(column, write, found)));
  const targets = new Map<string, readonly RecordId[]>();
  for (const link of model.links) {
    const keys = draft.links[link.name];
    if (!keys) continue;
    const named = namedBy(link, keys, write, found);
    problems.push(...(await checkLinks(link, keys, named, write)));
    targets.set(
      link.name,
      named.map(([id]) => id),
    );
  }
  return { problems, targets, owners };
}

/** A key that is not that of the record: keys never change. */
const otherKey = ({ id, model, draft: { sentKey = {} } }: Write): readonly FieldProblem[] =>
  Object.keys(sentKey)
    .filter((field) => sentKey[field] !== model.rowKey.valueIn(field, id!))
    .map((field) => ({
      field,
      code: 'key',
      message: `${field} is the key, which cannot be changed.`,
    }));

/** What a many-to-many field names. */
function namedBy(
  { name }: LinkInfo,
  keys: readonly Scalar[],
  { draft }: Write,
  found: FoundReferences,
): readonly Target[] {
  const byCode = draft.keysByCode?.[name] ?? [];
  const ofCode = new Set(byCode);
  const sent = keys.filter((key) => !ofCode.has(key));
  return [
    ...found.targets(name, draft.byCode?.has(name) ?? false, sent),
    ...found.targets(name, true, byCode),
  ];
}

async function checkLinks(
  link: LinkInfo,
  keys: readonly Scalar[],
  found: readonly Target[],
  write: Write,
): Promise<readonly FieldProblem[]> {
  const named = new Set(found.map(([, key]) => key));
  const unknown = keys.filter((key) => !named.has(key));
  if (unknown.length > 0 && !(await areReadLinks(unknown, link, write)))
    return [missingReference(link.name, link.model)];
  return named.size < found.length ? [ambiguous(link.name, link.model)] : [];
}

/**
 * Owners that the rules refuse are only known once the row is written. To give the same response, non-existent owners are
 * reported when nothing else is wrong, and all of them at once.
 */
async function checkOwners(
  owners: readonly string[],
  write: Write,
  references: FoundReferences,
): Promise<void> {
  for (const field of owners) {
    const found = await checkReference(write.model.column.get(field)!, write, references);
    if (found.length > 0)
      throwIfAny(owners.map((name) => missingOwnerOrTenant('owner', name, write)));
  }
}

/** Refuses owners whose rows would be hidden from the writer as if they did not exist, before anything is written. */
export async function refuseHiddenOwners(
  write: Write,
  isHidden: (write: Write) => Promise<boolean>,
): Promise<void> {
  if (foreignFields('owner', write).length > 0 && (await isHidden(write)))
    throwIfAny(await refusedIds('owner', write));
}

/** Owners or tenants other than the writer's own, reported as if they did not exist; unchanged values may be sent back. */
export async function refusedIds(
  kind: 'owner' | 'tenant',
  write: Write,
): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const field of foreignFields(kind, write))
    if (!(await isUnchanged(field, write))) problems.push(missingOwnerOrTenant(kind, field, write));
  return problems;
}

const foreignFields = (
  kind: 'owner' | 'tenant',
  { access, draft, grant, model }: Write,
): readonly string[] =>
  access.unbound
    ? []
    : foreignIds(kind, draft.columns, grant, model).filter((name) => !draft.byCode?.has(name));

/** The tenant that a writer who sees those of all must name, unless the project's own code has left it out. */
async function missingTenant(write: Write): Promise<readonly FieldProblem[]> {
  const { draft, grant, model } = write;
  const field = demandedTenant(grant, model);
  if (field === null || draft.byCode?.has(field)) return [];
  if (!namesNone(field, write)) return [];
  if (await isUnchanged(field, write)) return [];
  if (draft.problems.some((problem) => problem.field === field)) return [];
  return [
    { field, code: 'required', message: `${field} is required: it says whose record this is.` },
  ];
}

/** Whether a write leaves a reference empty: a new record that names none, or a change that takes it away. */
export const namesNone = (field: string, { id, draft }: Write): boolean =>
  (draft.columns[field] ?? null) === null && (id === null || field in draft.columns);

/** The write as it looks a reference up: what the project's own code refers to need not exist for the writer. */
export const asSetIn = (field: string, write: Write): Write =>
  write.draft.byCode?.has(field) ? withoutRules(write) : write;

async function checkReference(
  column: ColumnInfo,
  write: Write,
  found: FoundReferences,
): Promise<readonly FieldProblem[]> {
  const { core, model, draft, id } = write;
  const { name, reference } = column;
  const value = draft.columns[name] as RecordId | null | undefined;
  if (!reference || value === null || value === undefined) return [];
  if (!found.has(name, draft.byCode?.has(name) ?? false, value))
    return (await isUnchanged(name, write)) ? [] : [missingReference(name, reference.model)];
  const closes = core.model(reference.model) === model && id !== null;
  return closes && (await leadsTo(id, value, column, write))
    ? [{ field: name, code: 'cycle', message: `${name} would form a cycle.` }]
    : [];
}

/** Sending back what one has read is no new reference, even to a row that is hidden by now. */
async function isUnchanged(field: string, write: Write): Promise<boolean> {
  const { draft, id, grant } = write;
  if (id === null || !grant.readable.has(field)) return false;
  const value = draft.columns[field] as RecordId | null;
  const same = oneRow(id, value === null ? { op: 'null', field } : { op: 'eq', field, value });
  return rowExists(same, write);
}

/** Whether the writer has read these links by another role than they write by: sending them back changes nothing. */
async function areReadLinks(
  keys: readonly Scalar[],
  link: LinkInfo,
  write: Write,
): Promise<boolean> {
  const { id, grant } = write;
  const isSame = areSameRoles(grant.readingRoles, grant.roles);
  if (id === null || isSame || !grant.readable.has(link.name)) return false;
  const record: Record<string, unknown> = { id };
  await readLinks([record], [link], write);
  const linked = new Set(record[link.name] as readonly unknown[]);
  return keys.every((key) => linked.has(key));
}

/** 422 with these. */
export function throwIfAny([first, ...rest]: readonly FieldProblem[]): void {
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

/** A key that is unique per tenant may match records in several. */
const ambiguous = (field: string, model: string): FieldProblem => ({
  field,
  code: 'ambiguous',
  message: `${field} has a key that matches more than one ${spokenName(model)}.`,
});

/** Does the chain of parents from `start` lead to `id`? */
async function leadsTo(
  id: RecordId,
  start: RecordId,
  column: ColumnInfo,
  { core, model, session }: Rows,
): Promise<boolean> {
  const { dialect } = core;
  await lockTree(`${model.table}.${column.column}`, session, core);
  const { key } = column.reference!;
  const from = compileWhere({ op: 'eq', field: key, value: start }, model, core);
  const own = compileWhere({ op: 'eq', field: 'id', value: id }, model, core, from.values.length);
  const statement = core.statements.get(`cycle ${model.name} ${column.name}`, () => {
    const table = dialect.quote(model.table);
    const [above, below] = [model.column.get(key)!, column].map((one) =>
      partsOf(one, model).map((part) => dialect.quote(part.column)),
    ) as [string[], string[]];
    const at = above.map((_, index) => `at${index}`);
    const of = (row: string, names: readonly string[]) =>
      names.map((name) => `${row}.${name}`).join(', ');
    // The names of several tables are qualified: the model may have columns of any name. Each row is that of a parent itself, as the
    // column of a reference may have another length than that to which it leads.
    return (
      `WITH RECURSIVE _up(${at.join(', ')}) AS (SELECT ${above.join(', ')} FROM ${table} WHERE ${from.sql} ` +
      `UNION SELECT ${of('parent', above)} FROM _up JOIN ${table} child ON (${of('child', above)}) = (${of('_up', at)}) ` +
      `JOIN ${table} parent ON (${of('parent', above)}) = (${of('child', below)})) ` +
      `SELECT 1 FROM ${table} WHERE (${above.join(', ')}) IN (SELECT * FROM _up) AND ${own.sql}`
    );
  });
  return (await session.rows(statement, [...from.values, ...own.values])).length > 0;
}

/** Two moves that are each fine may form a cycle together: one waits for the other. */
async function lockTree(name: string, session: Session, core: Core): Promise<void> {
  const { dialect, statements } = core;
  const sql = dialect.lockText(dialect.placeholder(1));
  if (sql !== null)
    await session.rows(
      statements.get(sql, () => sql),
      [name],
    );
}
