import type { Faker } from '@faker-js/faker';
import type { ColumnInfo, LinkInfo, ModelInfo } from '../../crud/model-info.js';
import type { Database } from '../database.js';
import { statementOf } from '../statement.js';
import { orderModels, referencesOf, tenantField, type Turn } from './order-models.js';
import { RowMaker } from './row-maker.js';
import { RowPool } from './row-pool.js';
import { UniqueRows } from './unique-rows.js';

export interface FakeOptions {
  /** Of the service, users and tenants included. */
  readonly models: readonly ModelInfo[];
  /** Those that get rows. */
  readonly chosen: readonly ModelInfo[];
  readonly count: number;
  /** The same seed makes the same rows in the same database. */
  readonly seed: number;
  readonly now: Date;
  /** Told after each batch. */
  readonly onProgress?: (model: string, done: number, count: number) => void;
}

export interface FakeResult {
  readonly model: string;
  /** Fewer than asked for where nothing unique was left. */
  readonly rows: number;
  readonly seconds: number;
}

/** Rows of one transaction: a second on SQLite, where each commit writes the pages of all indexes again. */
const BATCH = 50_000;
/** Rows made before they are written: few enough to be written while they are warm, and gone before they grow old. */
const PIECE = 1000;
/** No code of the owner's runs in between. */
const ALONE = { shared: false };
/** Tenants made where there are none and rows need some. */
const TENANTS = 3;

/** Adds believable rows to each chosen model, with valid references and nothing unique twice. */
export async function fakeRows(database: Database, options: FakeOptions): Promise<FakeResult[]> {
  // English alone: all languages take three times as long to load.
  const { faker } = await import('@faker-js/faker/locale/en');
  faker.seed(options.seed);
  const pools = await readPools(database, options);
  const results: FakeResult[] = [];
  const tenants = missingTenants(options, pools);
  if (tenants)
    await fillModel(database, { model: tenants, deferred: [] }, TENANTS, faker, pools, options);
  const turns = orderModels(options.chosen);
  const made = new Map<string, readonly number[]>();
  for (const turn of turns) {
    const began = performance.now();
    const ids = await fillModel(database, turn, options.count, faker, pools, options);
    made.set(turn.model.name, ids);
    const seconds = (performance.now() - began) / 1000;
    results.push({ model: turn.model.name, rows: ids.length, seconds });
  }
  // Only now: both sides of a link are there, and so are all rows of a circle.
  for (const { model, deferred } of turns) {
    for (const link of model.links)
      await linkRows(database, made.get(model.name)!, link, faker, pools);
    await closeCircles(database, model, deferred, made.get(model.name)!, faker, pools);
  }
  return results;
}

type Pools = Map<string, RowPool>;

/** The pools of the chosen models and of all that they point to. */
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

async function fillModel(
  database: Database,
  { model, deferred }: Turn,
  count: number,
  faker: Faker,
  pools: Pools,
  { now, onProgress }: FakeOptions,
): Promise<readonly number[]> {
  const uniques = await UniqueRows.read(database, model);
  const maker = new RowMaker({ model, faker, now, deferred, pools, uniques });
  const pool = pools.get(model.name);
  const tenant = tenantField(model);
  const made: number[] = [];
  for (let done = 0; done < count;) {
    const size = Math.min(BATCH, count - done);
    const before = made.length;
    await database.write(async (session) => {
      // From the start again: the server may have stopped the transaction for another one.
      made.length = before;
      const ids = await database.dialect.reserveIds(session, model.table, size);
      for (let at = 0; at < size && made.length === before + at; at += PIECE) {
        const rows: unknown[][] = [];
        for (const id of ids.slice(at, at + PIECE)) {
          const row = maker.make(id);
          if (!row) break;
          made.push(id);
          pool?.add(id, tenant === null ? null : row[tenant]);
          rows.push(
            maker.columns.map((column) => database.dialect.encode(row[column.name], column)),
          );
        }
        await database.dialect.insertRows(session, model.table, maker.columns, rows);
      }
    }, ALONE);
    done += size;
    onProgress?.(model.name, done, count);
    if (made.length < before + size) break;
  }
  return made;
}

/** Up to three of the other model for each row. */
async function linkRows(
  database: Database,
  ids: readonly number[],
  link: LinkInfo,
  faker: Faker,
  pools: Pools,
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
      ALONE,
    );
  }
}

/** Sets the references that had to wait for the rows they point to. */
async function closeCircles(
  database: Database,
  model: ModelInfo,
  columns: readonly ColumnInfo[],
  ids: readonly number[],
  faker: Faker,
  pools: Pools,
): Promise<void> {
  const { quote, placeholder } = database.dialect;
  const isUnique = (column: ColumnInfo): boolean =>
    model.uniques.some((unique) => unique.columns.includes(column.name));
  for (const column of columns) {
    const pool = pools.get(column.reference!.model)!;
    const sql = `UPDATE ${quote(model.table)} SET ${quote(column.column)} = ${placeholder(1)} WHERE id = ${placeholder(2)}`;
    const statement = statementOf(sql);
    const used = new Set<number>();
    for (let at = 0; at < ids.length; at += BATCH) {
      await database.write(async (session) => {
        for (const id of ids.slice(at, at + BATCH)) {
          const target = faker.number.float() < 0.85 ? pool.pick(faker) : null;
          if (target === null || (isUnique(column) && used.has(target))) continue;
          used.add(target);
          await session.run(statement, [target, id]);
        }
      }, ALONE);
    }
  }
}
