import {
  commitQueueOf,
  settle,
  type CommitQueue,
  type LastWork,
} from '../database/scoped-data-source.js';
import type { RecordId } from '../fields/record-id.js';
import type { Row } from '../model/operations.js';
import type { Work, Write } from '../records/scope.js';
import { hasLines } from '../records/writing/draft.js';
import { callHook, readRowsForCode } from '../records/writing/run-hooks.js';
import { readAgain, shownRecord } from '../records/writing/written-record.js';

/** More calls for one record mean that hooks call each other. */
const MAX_TIMES = 50;

/** A call of a hook, and whether it gives way to another one for the same record. */
interface Call {
  readonly run: () => Promise<void>;
  readonly yields: boolean;
}

/** The calls of `afterLines` that a transaction or savepoint has gathered, by record: the last of each that does not yield. */
class HeardLines implements LastWork {
  readonly #calls = new Map<string, Call>();
  /** The record for which the hook is running. */
  running: string | null = null;

  add(record: string, call: Call): void {
    const known = this.#calls.get(record);
    if (!known || known.yields || !call.yields) this.#calls.set(record, call);
  }

  join(inner: HeardLines): void {
    for (const [record, call] of inner.#calls) if (record !== this.running) this.add(record, call);
  }

  async run(): Promise<boolean> {
    const isAny = this.#calls.size > 0;
    const times = new Map<string, number>();
    // The map grows during the iteration.
    for (const [record, call] of this.#calls) {
      this.#calls.delete(record);
      const time = (times.get(record) ?? 0) + 1;
      times.set(record, time);
      if (time > MAX_TIMES)
        throw new Error(
          `${record} lines: ${MAX_TIMES} times before one commit; perhaps hooks call each other`,
        );
      this.running = record;
      await call.run();
      this.running = null;
    }
    return isAny;
  }
}

/**
 * Runs the hook of records whose lines the transaction has written, once for each of them, when everything else in it is done. It acts
 * for the user of whose request the lines are, even if the service has written others since. A call that is running does not cause
 * itself, in savepoints neither.
 */
export function afterLines(ids: readonly RecordId[], work: Work): void {
  const { core, access, model } = work;
  if (!model.hooks.afterLines) return;
  const queue = commitQueueOf(core.database.dataSource);
  if (!queue) throw new Error('lines were written outside of a shared transaction');
  // Noted now: by then the connection may be gone, and its address with it.
  work.context.client?.();
  for (const id of ids) {
    const record = `${model.name} ${id}`;
    const run = async (): Promise<void> => {
      const after = (await readRowsForCode([id], work)).get(id);
      if (after) await callHook('afterLines', { after }, work, work.session);
    };
    if (!isRunning(record, queue))
      gatheredIn(queue).add(record, { run, yields: access.unbound ?? false });
  }
}

/** Whether a call for the record is running in a transaction or savepoint, or in one around it. */
const isRunning = (record: string, { last, outer }: CommitQueue): boolean =>
  (last as HeardLines | null)?.running === record || (outer !== null && isRunning(record, outer));

/** No other feature gathers anything. */
const gatheredIn = (queue: CommitQueue): HeardLines =>
  (queue.last ??= new HeardLines()) as HeardLines;

/** Has hooks hear of lines before the records are shown, unless a batch gathers what they hear of. */
export async function heardRecords(
  records: readonly Row[],
  writes: readonly Write[],
): Promise<readonly Row[]> {
  if (records.length === 0 || !(await settle(writes[0]!.core.database.dataSource))) return records;
  const now: Row[] = [];
  for (const [at, record] of records.entries()) {
    const one = writes[at]!;
    now.push(hasLines(one.draft) ? await shownAgain(record, one) : record);
  }
  return now;
}

/** The record as it has become. */
async function shownAgain(record: Row, one: Write): Promise<Row> {
  const now = await readAgain(record, one);
  return one.id === null ? now : shownRecord(now, one.grant);
}
