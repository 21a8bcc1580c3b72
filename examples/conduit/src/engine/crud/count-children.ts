import type { Session } from '../database/dialect.js';
import type { ModelInfo } from '../model/model-info.js';
import { and, type Where } from '../model/where.js';
import { compileWhere } from './compile-where.js';
import type { Scope } from './scope.js';

/** A to-many relation, and those of its records that the reader may list. */
export interface Countable {
  readonly name: string;
  readonly model: ModelInfo;
  /** The foreign key of `model` that refers back. */
  readonly field: string;
  readonly where: Where;
}

/** The to-many relations of a model whose records the user may list by them. */
export const countable = ({ core, access, user, model }: Scope): readonly Countable[] =>
  model.children.flatMap(({ name, model: target, field }) => {
    const child = core.byName.get(target);
    const grant = child && access.grant(user, 'list', child);
    return grant?.readable.has(field) ? [{ name, model: child!, field, where: grant.where }] : [];
  });

/** Adds to the texts of records how many related records each has: `"_count":{"subtasks":2}`. */
export async function addCounts(
  texts: readonly string[],
  ids: readonly number[],
  counted: readonly Countable[],
  session: Session,
  scope: Scope,
): Promise<readonly string[]> {
  if (counted.length === 0 || ids.length === 0) return texts;
  const counts: [name: string, byId: ReadonlyMap<number, number>][] = [];
  for (const one of counted) counts.push([one.name, await countByParent(one, ids, session, scope)]);
  return texts.map((text, row) => {
    const members = counts.map(([name, byId]) => [name, byId.get(ids[row]!) ?? 0]);
    return `${text.slice(0, -1)},"_count":${JSON.stringify(Object.fromEntries(members))}}`;
  });
}

async function countByParent(
  { model, field, where }: Countable,
  ids: readonly number[],
  session: Session,
  { core }: Scope,
): Promise<ReadonlyMap<number, number>> {
  const { dialect, statements } = core;
  const wanted = and({ op: 'in', field, values: ids }, where);
  const condition = compileWhere(wanted, model, core);
  const statement = statements.get(`children ${model.name} ${field} ${condition.sql}`, () => {
    const key = dialect.quote(model.column.get(field)!.column);
    const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
    return `SELECT ${key}, COUNT(*) AS _count ${from} GROUP BY ${key}`;
  });
  const rows = await session.rows(statement, condition.values);
  return new Map(rows.map(([id, count]) => [Number(id), Number(count)]));
}
