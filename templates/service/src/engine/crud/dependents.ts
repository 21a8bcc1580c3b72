import type { Session } from '../database/dialect.js';
import type { ModelInfo, Referrer } from '../model/model-info.js';
import { and, NONE, type Where } from '../model/where.js';
import { coded, conflict } from '../problem/problem.js';
import { compileWhere } from './compile-where.js';
import { rowExists } from './find-ids.js';
import type { Scope } from './scope.js';

/** Rows of one model that are to go. */
export interface Deletion {
  readonly ids: readonly number[];
  readonly model: ModelInfo;
  /** Only marked as deleted: they take nothing with them. */
  readonly marked: boolean;
  /** What the request names, and not what would go with it: whose ids may be unknown to the caller. */
  readonly named: boolean;
}

/** What a refusal tells of rows that are in the way: those that the caller's own list of them would show. */
export interface Dependent {
  readonly model: string;
  /** The field that refers to what was to go. */
  readonly field: string;
  readonly count: number;
  /** The path of that list; absent where no address can say it, and of what depends on other rows. */
  readonly list?: string;
}

/**
 * Refuses where the database would not let rows go, and where hidden rows would go or change with them: 409 with what is
 * in the way. Of what the caller may not list it says that there is some, not of which model, nor how many.
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

/** The rows that keep others from going; null for a reference that never does. */
function blockingRows(
  referrer: Referrer,
  deletion: Deletion,
  model: ModelInfo,
  { access, user }: Scope,
): Where | null {
  const referencing = rowsReferencing(deletion, referrer, model);
  if (referrer.onDelete === 'RESTRICT') return referencing;
  // A key still shows a row that is marked as deleted; no array does.
  if (deletion.marked && referrer.onDelete !== 'UNLINK') return null;
  const visible = access.rowWhere(user, model);
  if (visible.op === 'all' || visible === model.exists) return null;
  // One that is marked as deleted is in nobody's way: no list will ever show it.
  return and(referencing, model.exists, { op: 'not', item: visible });
}

/** The rows that the caller's list filtered by the reference has: none where either is refused. */
function listedRows({ field }: Referrer, model: ModelInfo, { access, user }: Scope): Where {
  const grant = access.grant(user, 'list', model);
  return grant?.readable.has(field) ? grant.where : NONE;
}

/** Not through the cache: a transaction of the project's own code may have written what nobody else sees yet. */
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

/** The rows of a model that refer to what is to go. */
export function rowsReferencing({ ids }: Deletion, { field }: Referrer, model: ModelInfo): Where {
  if (model.column.has(field)) return { op: 'in', field, values: ids };
  return { op: 'linked', field, where: { op: 'in', field: 'id', values: ids } };
}
