import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { LinkInfo, ModelInfo } from '../../service/engine/model/model-info.js';
import type { Database } from '../../service/engine/database/database.js';
import { statementOf } from '../../service/engine/database/dialect.js';
import { UNSHARED, diceFor, type FakeWork } from './fake-work.js';
import { isUnique } from './order-models.js';

/** Rows per transaction. */
const BATCH = 50_000;

/** Up to three of the other model for each row, of the row's tenant. */
export async function linkRows(
  model: ModelInfo,
  link: LinkInfo,
  ids: readonly RecordId[],
  work: FakeWork,
): Promise<void> {
  const { database, pools } = work;
  const dice = diceFor(work, `${model.name}.${link.name}`);
  const [own, others] = [pools.get(model.name)!, pools.get(link.model)!];
  const { encode } = database.dialect;
  const columns = [
    { column: link.ownColumn, type: own.key.type },
    { column: link.otherColumn, type: others.key.type },
  ];
  for (let at = 0; at < ids.length; at += BATCH) {
    const pairs = ids.slice(at, at + BATCH).flatMap((id) => {
      const tenant = own.factsOf(id)?.tenant ?? undefined;
      const count = dice.between(0, Math.min(3, others.sizeOf(tenant)));
      const targets = new Set(
        Array.from({ length: count }, () => others.pick(dice, tenant, 'first')!),
      );
      targets.delete(id);
      return [...targets].map((target) => [encode(id, own.key), encode(target, others.key)]);
    });
    await database.write(
      (session) => database.dialect.insertRows(session, link.table, columns, pairs),
      UNSHARED,
    );
  }
}

/** Sets a reference that had to wait for its target rows, staying within the tenant. */
export async function closeCircle(
  model: ModelInfo,
  column: ColumnInfo,
  ids: readonly RecordId[],
  work: FakeWork,
): Promise<void> {
  // A reference of several columns stays empty: what it has in common with others is not known here.
  if (model.composed?.byName.has(column.name)) return;
  const { database, pools } = work;
  const dice = diceFor(work, `${model.name}.${column.name}`);
  const { quote, placeholder, encode } = database.dialect;
  const { key } = model;
  const own = pools.get(model.name)!;
  const targets = pools.get(column.reference!.model)!.by(column.reference!.key);
  const sql = `UPDATE ${quote(model.table)} SET ${quote(column.column)} = ${placeholder(1)} WHERE ${quote(key.column)} = ${placeholder(2)}`;
  const statement = statementOf(sql);
  const unique = isUnique(model, column);
  const used = unique ? await usedTargets(database, model, column) : new Set<RecordId>();
  for (let at = 0; at < ids.length; at += BATCH) {
    await database.write(async (session) => {
      for (const id of ids.slice(at, at + BATCH)) {
        const wanted = !column.nullable || dice.chance(0.85);
        const target = wanted ? targets.pick(dice, own.factsOf(id)?.tenant ?? undefined) : null;
        if (target === null || (unique && used.has(target))) continue;
        used.add(target);
        await session.run(statement, [encode(target, column), encode(id, key)]);
      }
    }, UNSHARED);
  }
}

/** The targets that nothing else may refer to. */
async function usedTargets(
  database: Database,
  { table }: ModelInfo,
  column: ColumnInfo,
): Promise<Set<RecordId>> {
  const { quote, decode } = database.dialect;
  const statement = statementOf(`SELECT ${quote(column.column)} FROM ${quote(table)}`);
  const rows = await database.read((session) => session.rows(statement, []));
  return new Set(
    rows.flatMap(([target]) => (target === null ? [] : [decode(target, column) as RecordId])),
  );
}
