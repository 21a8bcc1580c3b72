import type { ModelInfo } from '../../model/model-info.js';
import type { CreatedRecord, Row, WriteOptions } from '../../model/operations.js';
import {
  assertFits,
  lengthOfRecord,
  type PageLimit,
} from '../../records/reading/encode-records.js';
import { ownTurn } from '../../records/reading/turns.js';
import { ManyRefused, checkEach, refusedTogether } from '../../records/writing/check-each.js';
import { createOne, upsertedAs } from '../many-records.js';
import { isVersion } from '../respond.js';
import type { DoWrite, Written } from '../request-writes.js';
import { isReference, type BatchOperation } from './batch-operation.js';
import { prepareAll } from './prepare-operations.js';
import { referencesOf, resolved, type ResolvedOperation } from './resolve-references.js';

/** What later operations may refer to, by position: the records so far; null for an operation that was refused. */
export type Making = Map<number, { readonly model: ModelInfo; readonly record: Row } | null>;

/** The number of operations that are done before others have their turn. */
const OPERATIONS_PER_TURN = 10;

/**
 * Does operations one after the other, those that are alike together, until one is refused: a refusal says at which index. To be
 * called in a transaction.
 */
export async function doAll(
  operations: readonly BatchOperation[],
  limits: PageLimit = {},
): Promise<readonly Written[]> {
  const named = new Set(operations.flatMap(referencesOf));
  const made: Making = new Map();
  const written: Written[] = [];
  let length = 0;
  let sinceTurn = 0;
  while (written.length < operations.length) {
    const run = runFrom(written.length, operations);
    const done = await doRun(run, made);
    for (const [at, one] of done.entries()) {
      if (named.has(run[at]!.index)) remember(run[at]!, one, made);
      length += one.record ? lengthOfRecord(one.record) : 0;
      written.push(one);
    }
    assertFits(length, limits);
    sinceTurn += run.length;
    if (sinceTurn < OPERATIONS_PER_TURN) continue;
    sinceTurn = 0;
    await ownTurn();
  }
  return written;
}

/** Does one operation by itself, unless it was done before; where it is refused, so are those that refer to it. */
export async function doOne(
  operation: BatchOperation,
  made: Making,
  doWrite: DoWrite,
): Promise<Written> {
  const { index, records } = operation;
  made.set(index, null);
  const [written] = await doWrite({
    item: index,
    records: () => records,
    write: async () => [await doSingle(resolved(operation, made))],
    prepare: records.prepare ? () => prepareAll([operation]) : undefined,
  });
  made.delete(index);
  remember(operation, written!, made);
  return written!;
}

/** Keeps what others may name of a record: its id, and short texts, which may be keys. */
function remember({ index, model }: BatchOperation, { record }: Written, made: Making): void {
  if (!record) return;
  const isKey = ([, value]: readonly [string, unknown]): boolean =>
    typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_KEY_LENGTH);
  const keys = Object.fromEntries(Object.entries(record).filter(isKey)) as Row;
  made.set(index, { model, record: keys });
}

const MAX_KEY_LENGTH = 255;

/**
 * The operations from a position on that one call does: new records of a model, or changes of different records. A batch of like
 * operations takes half to a quarter of the processor time of single calls.
 */
function runFrom(start: number, operations: readonly BatchOperation[]): readonly BatchOperation[] {
  const first = operations[start]!;
  if (!canBeMany(first)) return [first];
  const ids = new Set([first.id]);
  let end = start + 1;
  for (; end < operations.length; end++) {
    const next = operations[end]!;
    const isKnown = next.id !== null && ids.has(next.id);
    if (!canBeMany(next) || !isAlike(next, first) || isKnown || refersTo(next, first.index)) break;
    ids.add(next.id);
  }
  return operations.slice(start, end);
}

/** Whether one call can do this operation together with others. */
const canBeMany = ({ method, id }: BatchOperation): boolean =>
  (method === 'post' || method === 'patch') && !isReference(id);

const isAlike = (one: BatchOperation, other: BatchOperation): boolean =>
  one.method === other.method && one.model === other.model && String(one.on) === String(other.on);

/** Whether an operation refers to an operation from a position on. */
const refersTo = (operation: BatchOperation, index: number): boolean =>
  referencesOf(operation).some((at) => at >= index);

async function doRun(run: readonly BatchOperation[], made: Making): Promise<readonly Written[]> {
  const ready = await checkEach(run, async (one) => resolved(one, made));
  if (ready.length === 1) return checkEach(ready, (one) => doSingle(one));
  try {
    return await doMany(ready);
  } catch (error) {
    if (!(error instanceof ManyRefused)) throw error;
    throw refusedTogether(
      error.refused.map(({ index, problem }) => ({ index: run[index]!.index, problem })),
    );
  }
}

async function doMany(run: readonly ResolvedOperation[]): Promise<readonly Written[]> {
  const { method, records, on } = run[0]!;
  if (on) {
    const bodies = run.map(({ body }) => body);
    return (await records.upsertMany(bodies, on, { inTurn: true })).map(upsertedAs);
  }
  if (method === 'post') {
    const created = await records.createMany(run.map(({ body }) => body));
    return run.map((one, at) =>
      told(one, { record: created.records[at]!, isAsShown: created.isAsShown }),
    );
  }
  const changed = await records.updateMany(
    run.map((one) => ({ id: one.id!, values: one.body, options: optionsOf(one) })),
  );
  return run.map((one, at) => told(one, { record: changed[at]!, isAsShown: true }));
}

async function doSingle(one: ResolvedOperation): Promise<Written> {
  const { method, records, id, on, body } = one;
  switch (method) {
    case 'post':
      return createOne(body, on, records);
    case 'put':
    case 'patch': {
      const mode = method === 'put' ? 'replace' : 'update';
      const record = await records[mode](id!, body, optionsOf(one));
      return told(one, { record, isAsShown: true });
    }
    case 'delete':
      await records.remove(id!, optionsOf(one));
      return { status: 204 };
  }
}

const optionsOf = ({ ifMatch }: ResolvedOperation): WriteOptions =>
  ifMatch === undefined ? {} : { ifMatch: (record) => isVersion(ifMatch, record) };

const told = ({ method }: ResolvedOperation, { record, isAsShown }: CreatedRecord): Written => ({
  status: method === 'post' ? 201 : 200,
  record,
  isAsShown,
});
