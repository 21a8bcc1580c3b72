import type { Session } from '../database/database.js';
import { conflict } from '../http/problem.js';
import { idsWhere, rowExists } from './find-ids.js';
import type { ModelInfo, Referrer } from './model-info.js';
import type { Scope } from './scope.js';
import { and, type Where } from './where.js';

/**
 * May these rows be deleted as far as rows that point to them go? 409 where the database would refuse, and where a
 * cascade would delete, or a null or a lost link would change, a row that the writer may not see; over any number of
 * levels.
 */
export async function checkDependents(
  ids: readonly number[],
  model: ModelInfo,
  session: Session,
  scope: Scope,
  seen: Map<ModelInfo, Set<number>> = new Map([[model, new Set(ids)]]),
): Promise<void> {
  const keepsRows = model.columns.some((column) => column.role === 'deleted');
  for (const referrer of model.referrers) {
    const dependent = scope.core.models.find(({ name }) => name === referrer.model);
    if (!dependent) continue;
    const { onDelete } = referrer;
    const pointing = pointingTo(ids, referrer, dependent);
    if (onDelete === 'RESTRICT') {
      if (await rowExists(pointing, dependent, session, scope)) throw inTheWay();
      continue;
    }
    // A row that is only marked as deleted takes nothing with it; but no array shows it any longer.
    if (keepsRows && onDelete !== 'UNLINK') continue;
    const visible = scope.access.rowWhere(scope.user, dependent);
    const hidden: Where = and(pointing, { op: 'not', item: visible });
    if (visible.op !== 'all' && (await rowExists(hidden, dependent, session, scope)))
      throw inTheWay();
    if (onDelete === 'CASCADE') await checkCascade(pointing, dependent, session, scope, seen);
  }
}

function pointingTo(ids: readonly number[], { field }: Referrer, dependent: ModelInfo): Where {
  if (dependent.column.has(field)) return { op: 'in', field, values: ids };
  return { op: 'linked', field, where: { op: 'in', field: 'id', values: ids } };
}

/** The rows that go along have dependents of their own. */
async function checkCascade(
  pointing: Where,
  model: ModelInfo,
  session: Session,
  scope: Scope,
  seen: Map<ModelInfo, Set<number>>,
): Promise<void> {
  if (model.referrers.length === 0) return;
  const known = seen.get(model) ?? new Set();
  seen.set(model, known);
  // Held: nobody may let another row point to one of these after it was looked for.
  const found = await idsWhere(pointing, model, session, scope, 'lock');
  const fresh = found.filter((id) => !known.has(id));
  for (const id of fresh) known.add(id);
  if (fresh.length > 0) await checkDependents(fresh, model, session, scope, seen);
}

/** The same words whether or not the writer may see what is in the way. */
const inTheWay = () => conflict('Other records depend on this one.');
