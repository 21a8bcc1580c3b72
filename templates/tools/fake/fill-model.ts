import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import { statementOf } from '../../service/engine/database/dialect.js';
import { Dice } from './dice.js';
import { UNSHARED, diceFor, encoded, type FakeWork } from './fake-work.js';
import { nextIds, type IdParts } from './keys.js';
import type { Turn } from './order-models.js';
import { Positions } from './positions.js';
import { RowMaker } from './row-maker.js';
import { factColumns, factsIn, RowPool, type RowFacts } from './row-pool.js';
import { UniqueRows, type Row } from './unique-rows.js';

export interface FillOptions {
  readonly count: number;
  /** The rows of most models, where these are others: all rows of a run came into being over the same days. */
  readonly most?: number | undefined;
  /** Values that all rows have. */
  readonly given?: Readonly<Row>;
  /** Called after each batch. */
  readonly onProgress?: ((model: string, done: number, count: number) => void) | undefined;
}

/** The new rows of a model. */
export interface Filled {
  readonly ids: readonly RecordId[];
  /** Why there are fewer than requested, if it is not for want of unique values. */
  readonly refusal: string | null;
}

/** Rows per transaction: a second on SQLite, where each commit writes the pages of all indexes again. */
const BATCH = 50_000;
/** Rows built before they are inserted: few enough to stay in caches, and to be collected young. */
const CHUNK = 1000;

/** Adds rows to one model until it has `count` new ones, those with the ids in `first` included. */
export async function fillModel(
  { model, deferred }: Turn,
  first: readonly RecordId[],
  { count, most = count, given = {}, onProgress }: FillOptions,
  work: FakeWork,
): Promise<Filled> {
  const { database, pools } = work;
  const before = await countRows(model, work);
  const maker = new RowMaker({
    ...work,
    model,
    deferred,
    dice: diceFor(work, model.name),
    uniques: await UniqueRows.read(database, model),
    positions: await Positions.read(database, model, work.chosen),
    before,
    count: count - first.length,
    most,
    given,
  });
  const keys = {
    ...work,
    model,
    count,
    most,
    dice: new Dice(work.seed, `${model.name} after ${before}`),
  };
  const filling = { work, model, maker, keys, made: [...first] };
  const pool = pools.get(model.name);
  for (let done = first.length; done < count;) {
    const size = Math.min(BATCH, count - done);
    const start = filling.made.length;
    try {
      await addRows(filling, size, (id, facts) => pool?.add(id, facts));
    } catch (error) {
      if (refusedBy(error, work) === null) throw error;
      filling.made.length = start;
      return await fillSingly(filling, count, onProgress);
    }
    done += size;
    onProgress?.(model.name, done, count);
    if (filling.made.length < start + size) break;
  }
  const { made } = filling;
  return { ids: made, refusal: made.length < count ? maker.refusal : null };
}

/** A model that is getting its rows. */
interface Filling {
  readonly work: FakeWork;
  readonly model: ModelInfo;
  readonly maker: RowMaker;
  readonly keys: IdParts;
  /** The ids of its new rows. */
  readonly made: RecordId[];
}

/** Adds rows in one transaction, fewer where no more can be made; tells `see` of each. */
async function addRows(
  { work, model, maker, keys, made }: Filling,
  size: number,
  see: (id: RecordId, facts: RowFacts) => void,
): Promise<void> {
  const { database, guards } = work;
  const { dialect } = database;
  const columns = factColumns(model, work);
  const start = made.length;
  await database.write(async (session) => {
    // Starts over: the server may have aborted the transaction in a conflict.
    made.length = start;
    const ids = await nextIds(session, keys, start, size);
    for (let at = 0; at < size && made.length === start + at; at += CHUNK) {
      const rows: Row[] = [];
      for (let next = at; next < Math.min(at + CHUNK, size); next++) {
        const given = ids?.[next] ?? null;
        const row = maker.make(given);
        if (!row) break;
        const id = given ?? model.rowKey.idOf!(row);
        made.push(id);
        see(id, { ...factsIn(row, columns), created: maker.created });
        rows.push(row);
      }
      for (const one of guards) await one.fill?.(rows, { dialect, model, session });
      const stored = rows.map((row) => encoded(database, maker, row));
      await dialect.insertRows(session, model.table, maker.columns, stored);
    }
  }, UNSHARED);
}

/** The number of rows in turn that are refused before no more are made. */
const PATIENCE = 50;

/** Adds the rest of the rows each for itself: the database has rules that only it knows, such as checks, and refuses some rows. */
async function fillSingly(
  filling: Filling,
  count: number,
  onProgress: FillOptions['onProgress'],
): Promise<Filled> {
  const { work, model, maker, made } = filling;
  const { database, tenancy, pools } = work;
  // What is refused is no target of a reference.
  const pool = pools.has(model.name)
    ? await RowPool.read(database, model, tenancy, work)
    : undefined;
  if (pool) pools.set(model.name, pool);
  let refusal: string | null = null;
  for (let failures = 0; made.length < count && failures < PATIENCE;) {
    const before = made.length;
    let seen: RowFacts | undefined;
    try {
      await addRows(filling, 1, (_id, facts) => (seen = facts));
    } catch (error) {
      refusal = refusedBy(error, work);
      if (refusal === null) throw error;
      made.length = before;
      failures++;
      continue;
    }
    if (made.length === before) return { ids: made, refusal: maker.refusal };
    pool?.add(made.at(-1)!, seen!);
    failures = 0;
    onProgress?.(model.name, made.length, count);
  }
  return { ids: made, refusal: made.length < count ? refusal : null };
}

/** The name of the rule by which the database refuses made-up rows; null for any other error. */
function refusedBy(error: unknown, { database }: FakeWork): string | null {
  const violation = database.dialect.violation(error);
  if (violation === null) return null;
  const rule = 'constraint' in violation ? violation.constraint : null;
  return `the database refuses what is made up: ${rule ?? `its rule is of the kind ${violation.kind}`}`;
}

async function countRows({ table }: ModelInfo, { database }: FakeWork): Promise<number> {
  const statement = statementOf(`SELECT count(*) FROM ${database.dialect.quote(table)}`);
  const [row] = await database.read((session) => session.rows(statement, []));
  return Number(row![0]);
}
