import type { WriteOptions } from '../model/operations.js';
import type { Session } from '../database/session.js';
import { conflict } from '../problem/problem.js';
import type { ModelInfo, Referrer } from '../model/model-info.js';
import { and, type Where } from '../model/where.js';
import { authorize, type Scope } from './scope.js';
import { deleteRow } from './stored-row.js';
import { demandRow, readForHooks, write } from './write.js';
import { idsWhere, rowExists } from './find-ids.js';

/** Deletes a record; 409 where others depend on it. */
export async function remove(scope: Scope, id: number, options: WriteOptions = {}): Promise<void> {
  const { model, user } = scope;
  const grant = authorize(scope, 'delete');
  await write(scope, async (session) => {
    await demandRow(id, grant, options, session, scope);
    const before = await readForHooks(id, session, scope);
    await checkDependents(id, session, scope);
    await deleteRow(id, session, scope);
    await model.hooks.check?.({ user, session, before, after: null });
    return { result: undefined, before, after: null };
  });
}

/** Rows of one model that are to go. */
interface Going {
  readonly ids: readonly number[];
  readonly model: ModelInfo;
  /** Only marked as deleted: they take nothing with them. */
  readonly marked: boolean;
}

/**
 * May the row be deleted as far as rows that point to it go? 409 where the database would refuse, and where a cascade
 * would delete, or a null or a lost link would change, a row that the writer may not see; over any number of levels.
 */
export async function checkDependents(id: number, session: Session, scope: Scope): Promise<void> {
  const { model } = scope;
  const marked = model.columns.some((column) => column.role === 'deleted');
  const seen = new Map([[model, new Set([id])]]);
  const open: Going[] = [{ ids: [id], model, marked }];
  for (let going = open.pop(); going; going = open.pop())
    for (const referrer of going.model.referrers) {
      const dependent = scope.core.models.find(({ name }) => name === referrer.model);
      if (!dependent) continue;
      const pointing = pointingTo(going, referrer, dependent);
      await requireFree(pointing, referrer, going, dependent, session, scope);
      const goes = referrer.onDelete === 'CASCADE' && !going.marked;
      if (!goes || dependent.referrers.length === 0) continue;
      const known = seen.get(dependent) ?? new Set();
      seen.set(dependent, known);
      // Held: nobody may let another row point to one of these after it was looked for.
      const found = await idsWhere(pointing, dependent, session, scope, 'lock');
      const ids = found.filter((one) => !known.has(one));
      for (const one of ids) known.add(one);
      if (ids.length > 0) open.push({ ids, model: dependent, marked: false });
    }
}

/** Refuses rows that the database would not let go of, and hidden ones that would change. */
async function requireFree(
  pointing: Where,
  { onDelete }: Referrer,
  { marked }: Going,
  dependent: ModelInfo,
  session: Session,
  scope: Scope,
): Promise<void> {
  if (onDelete === 'RESTRICT') {
    if (await rowExists(pointing, dependent, session, scope)) throw inTheWay();
    return;
  }
  // A key still shows a row that is marked as deleted; no array does.
  if (marked && onDelete !== 'UNLINK') return;
  const visible = scope.access.rowWhere(scope.user, dependent);
  if (visible.op === 'all') return;
  const hidden = and(pointing, { op: 'not', item: visible });
  if (await rowExists(hidden, dependent, session, scope)) throw inTheWay();
}

function pointingTo({ ids }: Going, { field }: Referrer, dependent: ModelInfo): Where {
  if (dependent.column.has(field)) return { op: 'in', field, values: ids };
  return { op: 'linked', field, where: { op: 'in', field: 'id', values: ids } };
}

/** The same words whether or not the writer may see what is in the way. */
const inTheWay = () => conflict('Other records depend on this one.');
