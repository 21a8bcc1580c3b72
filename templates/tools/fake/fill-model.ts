import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import { statementOf } from '../../service/engine/database/dialect.js';
import { Dice } from './dice.js';
import { UNSHARED, diceFor, encoded, type FakeWork } from './fake-work.js';
import { nextIds } from './keys.js';
import type { Turn } from './order-models.js';
import { Positions } from './positions.js';
import { RowMaker } from './row-maker.js';
import { factColumns, factsIn } from './row-pool.js';
import { UniqueRows, type Row } from './unique-rows.js';

export interface FillOptions {
  readonly count: number;
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
  { count, given = {}, onProgress }: FillOptions,
  work: FakeWork,
): Promise<Filled> {
  const { database, pools, guards } = work;
  const { dialect } = database;
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
    given,
  });
  const keys = {
    ...work,
    model,
    count,
    dice: new Dice(work.seed, `${model.name} after ${before}`),
  };
  const pool = pools.get(model.name);
  const facts = factColumns(model, work.chosen);
  const made = [...first];
  for (let done = made.length; done < count;) {
    const size = Math.min(BATCH, count - done);
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
          pool?.add(id, { ...factsIn(row, facts), created: maker.created });
          rows.push(row);
        }
        for (const one of guards) await one.fill?.(rows, { dialect, model, session });
        const stored = rows.map((row) => encoded(database, maker, row));
        await dialect.insertRows(session, model.table, maker.columns, stored);
      }
    }, UNSHARED);
    done += size;
    onProgress?.(model.name, done, count);
    if (made.length < start + size) break;
  }
  return { ids: made, refusal: made.length < count ? maker.refusal : null };
}

async function countRows({ table }: ModelInfo, { database }: FakeWork): Promise<number> {
  const statement = statementOf(`SELECT count(*) FROM ${database.dialect.quote(table)}`);
  const [row] = await database.read((session) => session.rows(statement, []));
  return Number(row![0]);
}
