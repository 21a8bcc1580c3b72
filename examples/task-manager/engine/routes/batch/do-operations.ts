import type { ModelInfo } from '../../model/model-info.js';
import type { CreatedRecord, Row, WriteOptions } from '../../model/operations.js';
import { HttpProblem } from '../../problem/problem.js';
import { ManyRefused, checkEach, refusedTogether } from '../../records/writing/check-each.js';
import { entityTag, namesTag } from '../respond.js';
import type { DoWrite, Written } from '../write-once.js';
import type { BatchOperation } from './batch-operation.js';
import { referencesOf, resolved, type ResolvedOperation } from './resolve-references.js';

/** What later operations may refer to, by position: the records so far; null for an operation that was refused. */
export type Making = Map<number, { readonly model: ModelInfo; readonly record: Row } | null>;

/**
 * Does operations one after the other, those that are alike together, until one is refused: a refusal says at which index. To be
 * called in a transaction.
 */
export async function doAll(operations: readonly BatchOperation[]): Promise<readonly Written[]> {
  const made: Making = new Map();
  const written: Written[] = [];
  for (let at = 0; at < operations.length;) {
    const run = runFrom(at, operations);
    written.push(...(await doRun(run, made)));
    at += run.length;
  }
  return written;
}

/** Does one operation by itself, unless it was done before; where it is refused, so are those that refer to it. */
export async function doOne(
  operation: BatchOperation,
  made: Making,
  doWrite: DoWrite,
): Promise<Written> {
  const { index, model, records } = operation;
  made.set(index, null);
  const [written] = await doWrite({
    item: index,
    records: () => records,
    write: async () => [await doSingle(resolved(operation, made), made)],
  });
  const { record } = written!;
  if (record) made.set(index, { model, record });
  else made.delete(index);
  return written!;
}

/** The operations from a position on that one call can do: new records of a model, or changes of different ones. */
function runFrom(start: number, operations: readonly BatchOperation[]): readonly BatchOperation[] {
  const first = operations[start]!;
  const canBeMany = first.method === 'post' || first.method === 'patch';
  const ids = new Set<string>();
  const run = [];
  for (const one of operations.slice(start)) {
    const id = JSON.stringify(one.id);
    const isAlike = one.method === first.method && one.model === first.model;
    const isApart = one.method === 'post' || !ids.has(id);
    const refersToRun = referencesOf(one).some((at) => at >= first.index);
    if (run.length > 0 && !(canBeMany && isAlike && isApart && !refersToRun)) break;
    ids.add(id);
    run.push(one);
  }
  return run;
}

async function doRun(run: readonly BatchOperation[], made: Making): Promise<readonly Written[]> {
  const ready = await checkEach(run, async (one) => resolved(one, made));
  const first = ready[0]!;
  try {
    return ready.length === 1 ? [await doSingle(first, made)] : await doMany(ready, made);
  } catch (error) {
    if (error instanceof ManyRefused)
      throw refusedTogether(
        error.refused.map(({ index, problem }) => ({ index: run[index]!.index, problem })),
      );
    throw error instanceof HttpProblem
      ? refusedTogether([{ index: first.index, problem: error }])
      : error;
  }
}

async function doMany(
  run: readonly ResolvedOperation[],
  made: Making,
): Promise<readonly Written[]> {
  const { method, records } = run[0]!;
  if (method === 'post') {
    const created = await records.createMany(run.map(({ body }) => body));
    return run.map((one, at) =>
      keep(one, { record: created.records[at]!, isAsShown: created.isAsShown }, made),
    );
  }
  const changed = await records.updateMany(
    run.map((one) => ({ id: one.id!, values: one.body, options: optionsOf(one) })),
  );
  return run.map((one, at) => keep(one, { record: changed[at]!, isAsShown: true }, made));
}

async function doSingle(one: ResolvedOperation, made: Making): Promise<Written> {
  const { method, records, id, body } = one;
  switch (method) {
    case 'post':
      return keep(one, await records.create(body), made);
    case 'put':
    case 'patch': {
      const mode = method === 'put' ? 'replace' : 'update';
      const record = await records[mode](id!, body, optionsOf(one));
      return keep(one, { record, isAsShown: true }, made);
    }
    case 'delete':
      await records.remove(id!, optionsOf(one));
      return { status: 204 };
  }
}

const optionsOf = ({ ifMatch }: ResolvedOperation): WriteOptions =>
  ifMatch === undefined ? {} : { ifMatch: (record) => namesTag(ifMatch, entityTag(record)) };

/** A written record, which later operations may refer to. */
function keep(
  { index, model, method }: ResolvedOperation,
  { record, isAsShown }: CreatedRecord,
  made: Making,
): Written {
  made.set(index, { model, record });
  return { status: method === 'post' ? 201 : 200, record, isAsShown };
}
