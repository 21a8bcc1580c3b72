import type { BulkInsert } from '../../service/engine/database/dialect.js';
import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Dice } from './dice.js';
import { UNSHARED, diceFor, encoded, type FakeWork } from './fake-work.js';
import { nextIds } from './keys.js';
import { referencesToOthers, tenantField } from './order-models.js';
import { RowMaker } from './row-maker.js';
import { RowPool, factColumns, factsIn, type RowFacts } from './row-pool.js';
import { UniqueRows } from './unique-rows.js';

/** The names of other models that a model requires a row of, and that have none. */
export function lackingOf(model: ModelInfo, work: Pick<FakeWork, 'pools'>): readonly string[] {
  return [...new Set(lackingReferences(model, work).map(({ model: name }) => name))];
}

const lackingReferences = (model: ModelInfo, { pools }: Pick<FakeWork, 'pools'>) =>
  referencesToOthers(model).flatMap(({ nullable, reference }) => {
    const { model: name, key } = reference!;
    return !nullable && pools.get(name)!.by(key).size === 0 ? [reference!] : [];
  });

/**
 * Creates one row for each of the models that require each other's rows, where there are none yet: all in one statement,
 * which is the only way to create the first ones. Returns their ids; none where one of the models requires a row that is
 * never created.
 */
export async function firstRows(
  model: ModelInfo,
  count: number,
  work: FakeWork,
): Promise<ReadonlyMap<string, RecordId>> {
  const { dialect } = work.database;
  const circle = circleOf(model, work);
  if (circle === null) return new Map();
  const dice = diceFor(work, `first ${model.name}`);
  const tenant = pickTenant(circle, dice, work);
  const made = await work.database.write(async (session) => {
    const ids = new Map<string, RecordId>();
    for (const one of circle) {
      const [id] = (await nextIds(session, { ...work, model: one, dice, count }, 0, 1)) ?? [];
      // A key of the row's own values is not known before them.
      if (id === undefined) return [];
      ids.set(one.name, id);
    }
    const there = new Map(work.pools);
    const { tenants } = work.tenancy;
    if (tenants && tenant !== null) there.set(tenants.name, RowPool.of(tenants, tenant, {}));
    for (const one of circle) there.set(one.name, RowPool.of(one, ids.get(one.name)!, { tenant }));
    const rows = circle.map((one) =>
      makeRow(one, ids.get(one.name)!, there, { ...work, dice, count }),
    );
    if (!rows.every((row) => row !== null)) return [];
    await dialect.insertTogether(session, rows);
    return rows;
  }, UNSHARED);
  for (const { name, id, facts } of made) work.pools.get(name)!.add(id, facts);
  return new Map(made.map(({ name, id }) => [name, id]));
}

interface FirstRow extends BulkInsert {
  readonly name: string;
  readonly id: RecordId;
  readonly facts: RowFacts;
}

/** A row that refers to those in `there`, which exist or are about to; null where the model's own rules refuse any. */
function makeRow(
  model: ModelInfo,
  id: RecordId,
  there: ReadonlyMap<string, RowPool>,
  work: FakeWork & { readonly dice: Dice; readonly count: number },
): FirstRow | null {
  const { name, table } = model;
  // Without itself: no row is its own parent.
  const pools = new Map(there).set(name, work.pools.get(name)!);
  const alone = { uniques: UniqueRows.none, positions: null, before: 0, given: {} };
  const maker = new RowMaker({ ...work, ...alone, model, deferred: [], pools });
  const row = maker.make(id);
  if (!row) return null;
  const { columns, created } = maker;
  const facts = { ...factsIn(row, factColumns(model, work)), created };
  const rows = [encoded(work.database, maker, row)];
  return { name, id, facts, table, columns, rows };
}

/** A model and all models whose first rows its own first row needs; null where one of them gets none. */
function circleOf(model: ModelInfo, work: FakeWork): readonly ModelInfo[] | null {
  const circle = new Set([model]);
  for (const one of circle) {
    for (const { model: name, key } of lackingReferences(one, work)) {
      const other = work.chosen.get(name);
      // Of a row that is yet to be made only the key is known.
      if (!other || key !== 'id') return null;
      circle.add(other);
    }
  }
  return [...circle];
}

/** Rows that refer to each other belong to the same tenant. */
function pickTenant(
  circle: readonly ModelInfo[],
  dice: Dice,
  { pools }: FakeWork,
): RecordId | null {
  for (const model of circle) {
    const field = tenantField(model);
    if (field === null) continue;
    return pools.get(model.column.get(field)!.reference!.model)!.pick(dice);
  }
  return null;
}
