import type { NumericId, RecordId } from '../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { Database } from '../../service/engine/database/database.js';
import type { LineTotals, RecordGuards } from '../../service/engine/records/scope.js';
import { DAY } from './calendar.js';
import { setTotals } from './declared-totals.js';
import { tradeOf, type FakeWork } from './fake-work.js';
import { fillModel, type FillOptions } from './fill-model.js';
import { firstRows, lackingOf } from './first-rows.js';
import { closeCircle, linkRows } from './link-rows.js';
import { orderModels, referencesOf, type Turn } from './order-models.js';
import { RowPool } from './row-pool.js';
import { sumLines } from './sum-lines.js';
import { lacksTenants, readTenancy } from './tenancy.js';
import { fieldsOnWays } from './ways.js';

export interface FakeOptions extends FillOptions {
  /** The models of the service, users and tenants included. */
  readonly models: readonly ModelInfo[];
  /** The models that get rows. */
  readonly chosen: readonly ModelInfo[];
  /** The number of rows of each model, by its name; other models get `count` rows. */
  readonly counts?: ReadonlyMap<string, number> | undefined;
  /** One seed creates the same rows in one database on one day. */
  readonly seed: number;
  /** The day on which the rows are made, `YYYY-MM-DD`: nothing in them has happened since it began. */
  readonly today: string;
  /** How the project keeps totals of lines, where it does. */
  readonly totals?: LineTotals | undefined;
  /** What gives rows values where the service stores them. */
  readonly guards?: readonly RecordGuards[] | undefined;
  /** Called when there were no active tenants and some have been made, before rows refer to those who work for them. */
  readonly onTenants?: ((ids: readonly NumericId[]) => Promise<void>) | undefined;
}

export interface FakeResult {
  readonly model: string;
  /** Fewer than requested where unique values have run out. */
  readonly rows: number;
  /** Models that it requires a row of, and that have none: then it gets none either. */
  readonly lacks: readonly string[];
  /** Why there are fewer rows than requested, if it is for neither. */
  readonly refusal: string | null;
  readonly seconds: number;
}

/** The number of tenants to create if no tenant is active and rows need some. */
const TENANTS = 3;
const ACTIVE = { status: 'Active' };

/** Adds realistic rows to each chosen model, with valid references and unique values. */
export async function fakeRows(database: Database, options: FakeOptions): Promise<FakeResult[]> {
  // The models in the order of the project, whatever the order in which they were named.
  const chosen = options.models.filter((model) => options.chosen.includes(model));
  const work = await workOf(database, { ...options, chosen });
  const turns = orderModels(chosen);
  const made = new Map<string, readonly RecordId[]>();
  const results: FakeResult[] = [];
  for (const turn of turns) {
    const { model } = turn;
    const count = options.counts?.get(model.name) ?? options.count;
    const began = performance.now();
    if (lackingOf(model, work).length > 0)
      for (const [first, id] of await firstRows(model, count, work)) made.set(first, [id]);
    const lacks = lackingOf(model, work);
    const { ids, refusal } =
      lacks.length > 0
        ? { ids: [], refusal: null }
        : await fillModel(
            turn,
            made.get(model.name) ?? [],
            { ...options, count, most: options.count },
            work,
          );
    made.set(model.name, ids);
    if (model.lineParent) await sumLines(model, made.get(model.lineParent.model) ?? [], work);
    const seconds = (performance.now() - began) / 1000;
    results.push({ model: model.name, rows: ids.length, seconds, lacks, refusal });
  }
  await connect(turns, made, work);
  if (options.totals) await setTotals(options.models, options.totals, database);
  return results;
}

/** Only now: both sides of a link exist, and so do all rows of a cycle. */
async function connect(
  turns: readonly Turn[],
  made: ReadonlyMap<string, readonly RecordId[]>,
  work: FakeWork,
): Promise<void> {
  for (const { model, deferred } of turns) {
    const ids = made.get(model.name)!;
    for (const link of model.links) await linkRows(model, link, ids, work);
    for (const column of deferred) await closeCircle(model, column, ids, work);
  }
}

async function workOf(database: Database, options: FakeOptions): Promise<FakeWork> {
  const { chosen, seed, today, guards = [] } = options;
  // English only: all languages take three times as long to load.
  const { faker } = await import('@faker-js/faker/locale/en');
  const now = Date.parse(`${today}T00:00:00Z`);
  const tenancy = await readTenancy(database, options.models);
  const models = byName(options.models);
  const trade = tradeOf(options.models);
  const known = { models, chosen: byName(chosen), onWays: fieldsOnWays(models) };
  const work = { ...known, database, faker, seed, now, trade, tenancy, guards };
  if (!lacksTenants(chosen, tenancy)) return { ...work, pools: await readPools(work, options) };
  const tenants = { model: tenancy.tenants!, deferred: [] };
  // Older than all that belongs to them.
  const before = { ...work, now: now - 400 * DAY, pools: new Map() };
  const { ids } = await fillModel(tenants, [], { count: TENANTS, given: ACTIVE }, before);
  await options.onTenants?.(ids as readonly NumericId[]);
  const joined = { ...work, tenancy: await readTenancy(database, options.models) };
  return { ...joined, pools: await readPools(joined, options) };
}

const byName = (models: readonly ModelInfo[]) =>
  new Map(models.map((model) => [model.name, model]));

/** The pools of the chosen models and of all that they refer to. */
async function readPools(
  { database, tenancy, ...parts }: Omit<FakeWork, 'pools'>,
  { models, chosen }: FakeOptions,
): Promise<Map<string, RowPool>> {
  const names = new Set(
    chosen.flatMap((model) => [
      model.name,
      ...referencesOf(model).map(({ reference }) => reference!.model),
      ...model.links.map((link) => link.model),
    ]),
  );
  const pools = new Map<string, RowPool>();
  for (const model of models.filter(({ name }) => names.has(name)))
    pools.set(model.name, await RowPool.read(database, model, tenancy, parts));
  return pools;
}
