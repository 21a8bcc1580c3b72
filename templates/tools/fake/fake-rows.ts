import type { ColumnInfo } from '../../service/src/engine/fields/column-info.js';
import type { LinkInfo, ModelInfo } from '../../service/src/engine/model/model-info.js';
import type { Database } from '../../service/src/engine/database/database.js';
import { statementOf } from '../../service/src/engine/database/dialect.js';
import { UNSHARED, encoded, type FakeWork } from './fake-work.js';
import { firstRows, lackingOf } from './first-rows.js';
import { isUnique, orderModels, referencesOf, tenantField, type Turn } from './order-models.js';
import { RowMaker } from './row-maker.js';
import { RowPool } from './row-pool.js';
import { type Row, UniqueRows } from './unique-rows.js';

export interface FakeOptions {
  /** Of the service, users and tenants included. */
  readonly models: readonly ModelInfo[];
  /** Those that get rows. */
  readonly chosen: readonly ModelInfo[];
  readonly count: number;
  /** The same seed creates the same rows in the same database. */
  readonly seed: number;
  readonly now: Date;
  /** Called after each batch. */
  readonly onProgress?: (model: string, done: number, count: number) => void;
}

export interface FakeResult {
  readonly model: string;
  /** Fewer than requested where unique values have run out. */
  readonly rows: number;
  /** Models that it requires a row of, and that have none: then it gets none either. */
  readonly lacks: readonly string[];
  readonly seconds: number;
}

/** Rows per transaction: a second on SQLite, where each commit writes the pages of all indexes again. */
const BATCH = 50_000;
/** Rows built before they are inserted: few enough to stay in caches, and to be collected young. */
const CHUNK = 1000;
/** Tenants to create where there are none and rows need some. */
const TENANTS = 3;

/** Adds realistic rows to each chosen model, with valid references and unique values. */
export async function fakeRows(database: Database, options: FakeOptions): Promise<FakeResult[]> {
  // English only: all languages take three times as long to load.
  const { faker } = await import('@faker-js/faker/locale/en');
  faker.seed(options.seed);
  const pools = await readPools(database, options);
  const chosen = new Map(options.chosen.map((model) => [model.name, model]));
  const work: FakeWork = { database, faker, now: options.now, pools, chosen };
  const tenants = missingTenants(options, pools);
  if (tenants)
    await fillModel({ model: tenants, deferred: [] }, [], { ...options, count: TENANTS }, work);
  const turns = orderModels(options.chosen);
  const made = new Map<string, readonly number[]>();
  const results: FakeResult[] = [];
  for (const turn of turns) {
    const { name } = turn.model;
    const began = performance.now();
    if (lackingOf(turn.model, work).length > 0)
      for (const [first, id] of await firstRows(turn.model, work)) made.set(first, [id]);
    const lacks = lackingOf(turn.model, work);
    const ids = lacks.length > 0 ? [] : await fillModel(turn, made.get(name) ?? [], options, work);
    made.set(name, ids);
    const seconds = (performance.now() - began) / 1000;
    results.push({ model: name, rows: ids.length, seconds, lacks });
  }
  // Only now: both sides of a link exist, and so do all rows of a cycle.
  for (const { model, deferred } of turns) {
    const ids = made.get(model.name)!;
    for (const link of model.links) await linkRows(ids, link, work);
    for (const column of deferred) await closeCircle(model, column, ids, work);
  }
  return results;
}

type Pools = Map<string, RowPool>;

/** The pools of the chosen models and of all that they refer to. */
async function readPools(database: Database, { models, chosen }: FakeOptions): Promise<Pools> {
  const names = new Set(
    chosen.flatMap((model) => [
      model.name,
      ...referencesOf(model).map(({ reference }) => reference!.model),
      ...model.links.map((link) => link.model),
    ]),
  );
  const pools: Pools = new Map();
  for (const model of models.filter(({ name }) => names.has(name))) {
    pools.set(model.name, await RowPool.read(database, model));
  }
  return pools;
}

/** The model of tenants, where chosen models have tenants and there are none yet. */
function missingTenants({ models, chosen }: FakeOptions, pools: Pools): ModelInfo | null {
  const fields = chosen.flatMap((model) => {
    const field = tenantField(model);
    return field === null ? [] : [model.column.get(field)!];
  });
  const name = fields[0]?.reference?.model;
  if (name === undefined || pools.get(name)!.size > 0) return null;
  if (chosen.some((model) => model.name === name)) return null;
  return models.find((model) => model.name === name) ?? null;
}

/** Up to `count` rows of one model; returns the ids of all, including existing ones. */
async function fillModel(
  { model, deferred }: Turn,
  before: readonly number[],
  { count, onProgress }: Pick<FakeOptions, 'count' | 'onProgress'>,
  work: FakeWork,
): Promise<readonly number[]> {
  const { database, pools } = work;
  const uniques = await UniqueRows.read(database, model);
  const maker = new RowMaker({ ...work, model, deferred, uniques });
  const pool = pools.get(model.name);
  const tenant = tenantField(model);
  const made = [...before];
  for (let done = made.length; done < count;) {
    const size = Math.min(BATCH, count - done);
    const start = made.length;
    await database.write(async (session) => {
      // Starts over: the server may have aborted the transaction in a conflict.
      made.length = start;
      const ids = await database.dialect.reserveIds(session, model.table, size);
      for (let at = 0; at < size && made.length === start + at; at += CHUNK) {
        const rows: (readonly unknown[])[] = [];
        for (const id of ids.slice(at, at + CHUNK)) {
          const drafted = maker.make(id);
          if (!drafted) break;
          const row: Row = {
            ...drafted,
            ...(model.name === 'Tenant' && statusOf(made.length, count)),
          };
          made.push(id);
          pool?.add(id, tenant === null ? null : row[tenant]);
          rows.push(encoded(database, maker, row));
        }
        await database.dialect.insertRows(session, model.table, maker.columns, rows);
      }
    }, UNSHARED);
    done += size;
    onProgress?.(model.name, done, count);
    if (made.length < start + size) break;
  }
  return made;
}

/** All tenants but the last are active: the rows of an inactive one are hidden from its users. */
const statusOf = (index: number, count: number) => ({
  status: index > 0 && index === count - 1 ? 'Inactive' : 'Active',
});

/** Up to three of the other model for each row. */
async function linkRows(
  ids: readonly number[],
  link: LinkInfo,
  { database, faker, pools }: FakeWork,
): Promise<void> {
  const pool = pools.get(link.model)!;
  const names = [link.ownColumn, link.otherColumn];
  const columns = names.map((column) => ({ column, type: 'integer' as const }));
  for (let at = 0; at < ids.length; at += BATCH) {
    const pairs = ids.slice(at, at + BATCH).flatMap((id) => {
      const count = faker.number.int(Math.min(3, pool.size));
      const targets = new Set(Array.from({ length: count }, () => pool.pick(faker)!));
      targets.delete(id);
      return [...targets].map((target) => [id, target]);
    });
    await database.write(
      (session) => database.dialect.insertRows(session, link.table, columns, pairs),
      UNSHARED,
    );
  }
}

/** Sets a reference that had to wait for its target rows, staying within the tenant. */
async function closeCircle(
  model: ModelInfo,
  column: ColumnInfo,
  ids: readonly number[],
  { database, faker, pools }: FakeWork,
): Promise<void> {
  const { quote, placeholder } = database.dialect;
  const own = pools.get(model.name)!;
  const targets = pools.get(column.reference!.model)!;
  const sql = `UPDATE ${quote(model.table)} SET ${quote(column.column)} = ${placeholder(1)} WHERE id = ${placeholder(2)}`;
  const statement = statementOf(sql);
  const unique = isUnique(model, column);
  const used = unique ? await usedTargets(database, model, column) : new Set<number>();
  for (let at = 0; at < ids.length; at += BATCH) {
    await database.write(async (session) => {
      for (const id of ids.slice(at, at + BATCH)) {
        const wanted = !column.nullable || faker.number.float() < 0.85;
        const tenant = own.hasTenants ? own.tenantOf(id) : undefined;
        const target = wanted ? targets.pick(faker, tenant) : null;
        if (target === null || (unique && used.has(target))) continue;
        used.add(target);
        await session.run(statement, [target, id]);
      }
    }, UNSHARED);
  }
}

/** The targets that nothing else may refer to. */
async function usedTargets(
  database: Database,
  { table }: ModelInfo,
  { column }: ColumnInfo,
): Promise<Set<number>> {
  const { quote } = database.dialect;
  const statement = statementOf(`SELECT ${quote(column)} FROM ${quote(table)}`);
  const rows = await database.read((session) => session.rows(statement, []));
  return new Set(rows.map(([target]) => Number(target)));
}
