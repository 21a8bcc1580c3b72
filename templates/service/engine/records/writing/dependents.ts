import type { RecordId } from '../../fields/record-id.js';
import { isInTransaction } from '../../model/hooks.js';
import type { ModelInfo, Referrer } from '../../model/model-info.js';
import { NONE, and, type Where } from '../../model/where.js';
import { coded, conflict } from '../../problem/problem.js';
import { compileWhere } from '../conditions/compile-where.js';
import { keysById } from '../reading/reference-keys.js';
import { idsWhere, rowExists } from '../reading/rows-where.js';
import { related, type Core, type Read, type Rows, type Scope } from '../scope.js';

/**
 * Rows that are deleted, or lose a reference or a link, with another one, and whose model has hooks, rules or guards, has lines of
 * others, or has rows that a feature hears of.
 */
export interface Dependents {
  readonly model: ModelInfo;
  readonly ids: readonly RecordId[];
  readonly becomes: 'deleted' | 'cleared' | 'unlinked';
  /** The field by which they refer to what is deleted. */
  readonly field: string;
}

/** What becomes of the rows of a model that refer to what is deleted, by one of their fields. */
interface Dependence {
  readonly model: ModelInfo;
  readonly referrer: Referrer;
  readonly becomes: Dependents['becomes'];
  /** Its hooks, its rules, its guards, or the record whose lines its rows are, have to know of it. */
  readonly isTold: boolean;
  readonly isLine: boolean;
}

/** The dependences that a deletion has to follow: the database alone does what no code and no other row hears of. */
function dependencesOf({ referrers }: ModelInfo, core: Core): readonly Dependence[] {
  return referrers.flatMap((referrer): readonly Dependence[] => {
    const model = core.byName.get(referrer.model);
    const becomes = BECOMES[referrer.onDelete];
    if (!model || becomes === null) return [];
    const plan = core.plan(model);
    const isLine = plan.lines?.belongsBeside(referrer.field) ?? false;
    const runsCode = becomes !== 'unlinked' && plan.runsCode;
    const breaksRules = becomes === 'cleared' && model.rules !== null;
    const isGuarded = plan.guards.some((one) => becomes !== 'deleted' || one.guardsDeletion);
    const isHeardOf = isGuarded || plan.hooks.written !== undefined;
    const isTold = isLine || runsCode || breaksRules || isHeardOf;
    const leadsOn = becomes === 'deleted' && model.referrers.length > 0;
    return isTold || leadsOn ? [{ model, referrer, becomes, isTold, isLine }] : [];
  });
}

const BECOMES = {
  CASCADE: 'deleted',
  'SET NULL': 'cleared',
  UNLINK: 'unlinked',
  RESTRICT: null,
} as const satisfies Record<Referrer['onDelete'], Dependents['becomes'] | null>;

/**
 * Throws 409 where rows that refer to this one prevent its deletion: where the database would refuse, or where a cascade
 * would delete, or a cleared reference or link would change, a row that the writer may not see; over any number of levels.
 * Returns those dependents whose model has hooks, rules or guards, or lines of others.
 */
export async function checkDependents(id: RecordId, read: Read): Promise<readonly Dependents[]> {
  const { core, model } = read;
  const isSoft = model.columns.some((column) => column.role === 'deleted');
  const seen = new Map([[model, new Set([id])]]);
  const pending: Deletion[] = [{ ids: [id], model, marked: isSoft, named: true }];
  const dependents: Dependents[] = [];
  for (let deletion = pending.pop(); deletion; deletion = pending.pop()) {
    await requireNoDependents(deletion, read);
    for (const dependence of dependencesOf(deletion.model, core)) {
      const { model: dependent, referrer, becomes, isTold } = dependence;
      // No array shows what is marked.
      if (deletion.marked && becomes !== 'unlinked') continue;
      const locked = await lockDependents(dependence, deletion, read);
      const ids = becomes === 'deleted' ? unseen(locked, dependent, seen) : locked;
      if (isTold) dependents.push({ model: dependent, ids, becomes, field: referrer.field });
      if (becomes === 'deleted' && ids.length > 0)
        pending.push({ ids, model: dependent, marked: false, named: false });
    }
  }
  return dependents;
}

/** Locks dependent rows, so that nobody can make another row refer to one of these afterwards; returns their ids. */
async function lockDependents(
  { model, referrer, isLine }: Dependence,
  deletion: Deletion,
  { core, session }: Read,
): Promise<readonly RecordId[]> {
  const referencing = rowsReferencing(deletion, referrer, model);
  const rows = { core, model, session };
  if (isLine) await core.plan(model).lines!.lock(await idsWhere(referencing, rows), [], rows);
  return idsWhere(referencing, rows, 'delete');
}

export function unseen(
  ids: readonly RecordId[],
  model: ModelInfo,
  seen: Map<ModelInfo, Set<RecordId>>,
): readonly RecordId[] {
  const known = seen.get(model) ?? new Set();
  seen.set(model, known);
  const added = ids.filter((id) => !known.has(id));
  for (const id of added) known.add(id);
  return added;
}

/** Rows of one model that are to be deleted. */
export interface Deletion {
  readonly ids: readonly RecordId[];
  readonly model: ModelInfo;
  /** Soft-deleted only: nothing is deleted with them. */
  readonly marked: boolean;
  /** What a cascade reaches is marked with them, and what is marked already is in nobody's way. */
  readonly takesAlong?: boolean;
  /** Named by the request, rather than deleted by a cascade: the caller may not know the ids of those. */
  readonly named: boolean;
}

/** What a refusal says about dependent rows: only those that the caller's own list of them would show. */
export interface Dependent {
  readonly model: string;
  /** The field that refers to what was to be deleted. */
  readonly field: string;
  readonly count: number;
  /** The URL of that list; absent where no URL can express it, and for indirect dependents. */
  readonly list?: string;
}

/**
 * Refuses with 409 where the database would not delete rows, and where hidden rows would be deleted or changed with them. Of
 * dependents that the caller may not list it only says that there are some, neither of which model nor how many.
 */
export async function requireNoDependents(deletion: Deletion, read: Read): Promise<void> {
  const { core, session } = read;
  const dependents: Dependent[] = [];
  let [refused, hidden] = [false, false];
  for (const referrer of deletion.model.referrers) {
    const model = core.byName.get(referrer.model);
    const blocking = model && blockingRows(referrer, deletion, model, read);
    if (!blocking) continue;
    const rows = { core, model, session };
    if (!(await rowExists(blocking, rows))) continue;
    refused = true;
    const listed = and(blocking, listedRows(referrer, model, read));
    const count = await countRows(listed, rows);
    if (count > 0) dependents.push(await dependentOf(referrer, deletion, count, rows));
    const unlisted = and(blocking, { op: 'not', item: listed });
    hidden ||= await rowExists(unlisted, rows);
  }
  if (refused)
    throw conflict('Other records depend on this one.', [], {
      ...coded('depends'),
      dependents,
      hidden_dependents: hidden,
    });
}

/** The rows that block the deletion; null for a reference that never does. */
function blockingRows(
  referrer: Referrer,
  deletion: Deletion,
  model: ModelInfo,
  { access, grant }: Read,
): Where | null {
  const referencing = rowsReferencing(deletion, referrer, model);
  const { marked, takesAlong = false } = deletion;
  if (referrer.onDelete === 'RESTRICT')
    return takesAlong ? and(referencing, model.exists) : referencing;
  // A foreign key still shows a soft-deleted row; an array of keys does not.
  const goes = takesAlong && referrer.onDelete === 'CASCADE';
  if (marked && !goes && referrer.onDelete !== 'UNLINK') return null;
  const visible = access.rowWhere(grant, model);
  if (visible === model.exists) return null;
  // A soft-deleted row blocks nothing: no list will ever show it.
  return and(referencing, model.exists, { op: 'not', item: visible });
}

/** The rows in the caller's list filtered by the reference: none where either is refused. */
function listedRows({ field }: Referrer, model: ModelInfo, scope: Scope): Where {
  const grant = related(model, 'list', scope)?.grant;
  return grant?.readable.has(field) ? grant.where : NONE;
}

/** Bypasses the cache: a transaction of the project's own code may have written what others do not see yet. */
const countRows = (where: Where, { core, model, session }: Rows) =>
  core.counts.read(session, model, compileWhere(where, model, core));

async function dependentOf(
  { field, key }: Referrer,
  { ids, named, model: target }: Deletion,
  count: number,
  rows: Rows,
): Promise<Dependent> {
  const { model } = rows;
  const dependent = { model: model.name, field, count };
  const link = model.links.find(({ name }) => name === field);
  if (!named || (link && link.key !== 'id')) return dependent;
  const [id] = ids;
  const keyOf = await keysById(key, ids, { ...rows, model: target });
  const value = encodeURIComponent(String(keyOf(id!)));
  return { ...dependent, list: `/${model.prefix}?${field}=${value}` };
}

/** The rows of a model that refer to what is to be deleted. */
export function rowsReferencing(
  { ids }: Deletion,
  { field, key }: Referrer,
  model: ModelInfo,
): Where {
  const where = { op: 'in', field: 'id', values: ids } satisfies Where;
  if (!model.column.has(field)) return { op: 'linked', field, where };
  return key === 'id' ? { ...where, field } : { op: 'parent', field, where };
}

/** Does deleting a record of this model run hooks or rules of others, because their rows are deleted or changed with it? */
export function reachesCode(model: ModelInfo, core: Core): boolean {
  const deleted = new Set([model]);
  // The set grows during the iteration.
  for (const { referrers } of deleted)
    for (const { model: name, onDelete } of referrers) {
      const dependent = core.byName.get(name);
      if (dependent && core.plan(dependent).lines?.isHeard()) return true;
      if (!dependent || !(onDelete === 'CASCADE' || onDelete === 'SET NULL')) continue;
      if (isInTransaction(dependent.hooks)) return true;
      if (onDelete === 'CASCADE') deleted.add(dependent);
      // What is only changed has to keep its rules.
      else if (dependent.rules !== null) return true;
    }
  return false;
}
