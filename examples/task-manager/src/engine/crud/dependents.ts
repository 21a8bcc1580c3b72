import type { Session } from '../database/dialect.js';
import type { ModelInfo, Referrer } from '../model/model-info.js';
import { and, NONE, type Where } from '../model/where.js';
import { coded, conflict } from '../problem/problem.js';
import { compileWhere } from './compile-where.js';
import { rowExists } from './find-ids.js';
import type { Scope } from './scope.js';

/** Rows of one model that are to be deleted. */
export interface Deletion {
  readonly ids: readonly number[];
  readonly model: ModelInfo;
  /** Soft-deleted only: nothing is deleted with them. */
  readonly marked: boolean;
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
export async function requireNoDependents(
  deletion: Deletion,
  session: Session,
  scope: Scope,
): Promise<void> {
  const dependents: Dependent[] = [];
  let [refused, hidden] = [false, false];
  for (const referrer of deletion.model.referrers) {
    const model = scope.core.byName.get(referrer.model);
    const blocking = model && blockingRows(referrer, deletion, model, scope);
    if (!blocking || !(await rowExists(blocking, model, session, scope))) continue;
    refused = true;
    const listed = and(blocking, listedRows(referrer, model, scope));
    const count = await countRows(listed, model, session, scope);
    if (count > 0) dependents.push(dependentOf(referrer, deletion, model, count));
    const unlisted = and(blocking, { op: 'not', item: listed });
    hidden ||= count === 0 || (await rowExists(unlisted, model, session, scope));
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
  { access, user }: Scope,
): Where | null {
  const referencing = rowsReferencing(deletion, referrer, model);
  if (referrer.onDelete === 'RESTRICT') return referencing;
  // A foreign key still shows a soft-deleted row; an array of keys does not.
  if (deletion.marked && referrer.onDelete !== 'UNLINK') return null;
  const visible = access.rowWhere(user, model);
  if (visible.op === 'all' || visible === model.exists) return null;
  // A soft-deleted row blocks nothing: no list will ever show it.
  return and(referencing, model.exists, { op: 'not', item: visible });
}

/** The rows in the caller's list filtered by the reference: none where either is refused. */
function listedRows({ field }: Referrer, model: ModelInfo, { access, user }: Scope): Where {
  const grant = access.grant(user, 'list', model);
  return grant?.readable.has(field) ? grant.where : NONE;
}

/** Bypasses the cache: a transaction of the project's own code may have written what others do not see yet. */
const countRows = (where: Where, model: ModelInfo, session: Session, { core }: Scope) =>
  core.counts.read(session, model, compileWhere(where, model, core));

function dependentOf(
  { field }: Referrer,
  { ids, named }: Deletion,
  model: ModelInfo,
  count: number,
): Dependent {
  const dependent = { model: model.name, field, count };
  const link = model.links.find(({ name }) => name === field);
  if (!named || (link && link.key !== 'id')) return dependent;
  return { ...dependent, list: `/${model.prefix}?${field}=${ids[0]}` };
}

/** The rows of a model that refer to what is to be deleted. */
export function rowsReferencing({ ids }: Deletion, { field }: Referrer, model: ModelInfo): Where {
  if (model.column.has(field)) return { op: 'in', field, values: ids };
  return { op: 'linked', field, where: { op: 'in', field: 'id', values: ids } };
}
