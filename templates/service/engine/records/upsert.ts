import { checkValue } from '../fields/check-value.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Row, UpsertedRecord, UpsertOptions } from '../model/operations.js';
import { and } from '../model/where.js';
import { HttpProblem, invalid, type FieldProblem } from '../problem/problem.js';
import { assertWritable } from './code-values.js';
import { isAllOf, keyValuesOf, uniqueKeyOf, type KeyValues } from './conditions/unique-key.js';
import { readableWhere } from './conditions/where-from-code.js';
import { create, isAsShown } from './create.js';
import { findOne } from './find.js';
import { firstIds } from './reading/rows-where.js';
import { authorize, related, type Core, type Granted, type Scope } from './scope.js';
import { prepareWrites, writeAll, type WriteItem } from './write.js';
import { checkEach, refuseRepeated, refusedAlone, type Placed } from './writing/check-each.js';

/** How often it is tried where others create or delete the records at the same time. */
const MAX_TRIES = 3;

/** A write of the record with a key: of the one that exists, or of a new one. */
interface KeyedWrite extends Placed {
  readonly key: Pick<KeyValues, 'where'>;
  /** The values to write, which may be anything that came with a request. */
  readonly values: (mode: 'create' | 'update') => unknown;
}

/** A write of a payload, with a key that can be compared. */
interface KeyedPayload extends KeyedWrite {
  readonly key: KeyValues;
}

/** What the writer of keyed records may do. */
interface Writer {
  /** Finds the records that exist. */
  readonly finding: Granted;
  readonly creating: () => Granted;
  readonly editing: () => Granted;
}

/**
 * Changes the records that have the same values in the fields `on`, which are unique, and creates the others: all of it or
 * nothing. 409 where the writer may not change a record that exists.
 */
export async function upsertMany(
  scope: Scope,
  payloads: readonly unknown[],
  on: readonly string[],
  { inTurn = false, changes = false }: UpsertOptions = {},
): Promise<readonly UpsertedRecord[]> {
  const creating = creatingOf(scope, changes);
  const editing = authorize(scope, 'edit');
  const keyed = await keysOf(payloads, on, creating ?? editing, editing);
  if (!inTurn)
    await refuseRepeated(
      keyed,
      ({ key }) => key.text,
      '',
      () => 'This key',
    );
  const writer: Writer = {
    finding: editing,
    creating: () => creating ?? authorize(scope, 'create'),
    editing: () => editing,
  };
  const isNewShown = creating !== null && isAsShown(creating);
  const written: UpsertedRecord[] = [];
  for (const apart of withoutRepeats(keyed))
    for (const one of await upsertApart(apart, writer))
      written.push({ ...one, isAsShown: !one.created || isNewShown });
  return written;
}

/** The ids of the records that an upsert would change now; null for those that it would create. */
export async function idsToUpsert(
  scope: Scope,
  payloads: readonly unknown[],
  on: readonly string[],
  { changes = false }: Pick<UpsertOptions, 'changes'> = {},
): Promise<readonly (RecordId | null)[]> {
  const creating = creatingOf(scope, changes);
  const editing = authorize(scope, 'edit');
  return findAll(await keysOf(payloads, on, creating ?? editing, editing), editing);
}

/** What creates records; null where whoever writes may only change some, and this is enough. */
const creatingOf = (scope: Scope, changes: boolean): Granted | null =>
  changes ? related(scope.model, 'create', scope) : authorize(scope, 'create');

const keysOf = (
  payloads: readonly unknown[],
  on: readonly string[],
  creating: Granted,
  editing: Granted,
): Promise<readonly KeyedPayload[]> => {
  const unique = uniqueKeyOf(on, editing);
  return checkEach(
    payloads.map((payload, index) => ({ payload, index })),
    async ({ payload, index }) => ({
      index,
      key: keyValuesOf(payload, unique, creating),
      values: () => payload,
    }),
  );
};

/** Runs of items, each up to one whose key comes again: that one finds what was written before. */
function withoutRepeats(keyed: readonly KeyedPayload[]): readonly (readonly KeyedPayload[])[] {
  const runs: KeyedPayload[][] = [];
  let seen = new Set<string>();
  for (const item of keyed) {
    const { text } = item.key;
    if (runs.length === 0 || seen.has(text)) {
      runs.push([]);
      seen = new Set();
    }
    seen.add(text);
    runs.at(-1)!.push(item);
  }
  return runs;
}

/** A record, and whether it is new. */
interface Upserted {
  readonly record: Row;
  readonly created: boolean;
}

/** Writes the records of different keys. */
async function upsertApart(
  keyed: readonly KeyedWrite[],
  writer: Writer,
): Promise<readonly Upserted[]> {
  const find = () => findAll(keyed, writer.finding);
  return whileOvertaken(writer.finding.core, find, async (ids) => {
    const records = await writeAll(await itemsOf(keyed, ids, writer));
    return records.map((record, at) => ({ record, created: ids[at] === null }));
  });
}

/** Writes what has been found; finds and writes again if others create, change or delete records of these keys meanwhile. */
async function whileOvertaken<Found, Written>(
  { database }: Core,
  find: () => Promise<readonly Found[]>,
  write: (found: readonly Found[]) => Promise<Written>,
): Promise<Written> {
  let found = await find();
  for (let tries = 1; ; tries++) {
    try {
      return await write(found);
    } catch (error) {
      if (!isOvertaken(error) || tries === MAX_TRIES) throw error;
      // As part of a write: a replica may not have yet what has just been committed.
      const now = await database.write(find);
      if (now.every((one, at) => one === found[at])) throw error;
      found = now;
    }
  }
}

/** Whether others may have created, changed or deleted one of the records in between. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof HttpProblem && [404, 409, 412].includes(error.status);

/** The id of the record with each key, as far as the writer may change it. */
const findAll = (
  keyed: readonly KeyedWrite[],
  editing: Granted,
): Promise<readonly (RecordId | null)[]> => {
  const { core, model, grant } = editing;
  const wanted = keyed.map(({ key }) => and(key.where, grant.where));
  return core.database
    .read((session) => firstIds(wanted, { core, model, session }), { quick: true })
    .catch(core.unread?.inKeys(keyed, editing));
};

async function itemsOf(
  keyed: readonly KeyedWrite[],
  ids: readonly (RecordId | null)[],
  writer: Writer,
): Promise<readonly WriteItem[]> {
  const sent = await checkEach(
    keyed.map((item, at) => ({ ...item, id: ids[at]! })),
    async ({ index, values, key, id }) => {
      const mode = id === null ? 'create' : 'update';
      const allowed = id === null ? writer.creating() : writer.editing();
      // Once its row is locked, it must still have the key.
      return {
        index,
        id,
        mode,
        values: values(mode),
        allowed,
        options: { ifRow: key.where },
      } as const;
    },
  );
  return prepareWrites(sent);
}

/** Changes the record with these values of a unique set, or creates it. 409 if its caller may not see the record that exists. */
export async function upsert(scope: Scope, key: object, values: object): Promise<Upserted> {
  const finding = authorize(scope, 'list');
  assertKey(key, scope.model);
  const keyed: KeyedWrite = {
    index: 0,
    key: { where: readableWhere(key, finding) },
    values: (mode) => {
      const written = mode === 'create' ? { ...values, ...key } : values;
      assertWritable(written, mode === 'create' ? 'create' : 'edit', scope);
      return written;
    },
  };
  const writer: Writer = {
    finding,
    creating: () => authorize(scope, 'create'),
    editing: () => authorize(scope, 'edit'),
  };
  try {
    return (await upsertApart([keyed], writer))[0]!;
  } catch (error) {
    throw refusedAlone(error);
  }
}

/** The record with these values of a unique set, or a new record. 409 if its caller may not see the record that exists. */
export async function findOrCreate(scope: Scope, key: object, values: object): Promise<Upserted> {
  assertKey(key, scope.model);
  const find = async () => [await findOne(scope, { where: key })];
  return whileOvertaken(scope.core, find, async ([known]) => {
    if (known) return { record: known, created: false };
    const written = { ...values, ...key };
    assertWritable(written, 'create', scope);
    return { record: (await create(scope, written)).record, created: true };
  });
}

/** Throws unless code gives the values of a key, which at most one record can have. */
function assertKey(key: object, model: ModelInfo): void {
  assertUnique(key, model);
  assertValues(key, model);
}

/** Throws unless at most one record can have these values. */
function assertUnique(key: object, { name, uniques }: ModelInfo): void {
  const names = Object.keys(key);
  const isWhole = uniques.some(({ columns }) => isAllOf(columns, names));
  const sets = uniques.map(({ columns }) => `{ ${columns.join(', ')} }`).join(', ') || 'none';
  if (!isWhole)
    throw new TypeError(
      `no unique field or set of ${name} is { ${names.join(', ')} }; it has ${sets}`,
    );
  const empty = Object.entries(key).find(([, value]) => value === null || value === undefined);
  if (empty) throw new TypeError(`${name} is found by ${empty[0]}, which has no value here`);
}

/** 422 unless each value fits its field: it may come from a request, and a condition would take a list as any of its values. */
function assertValues(key: object, { column }: ModelInfo): void {
  const [first, ...rest] = Object.entries(key).flatMap(([name, value]): FieldProblem[] => {
    const outcome = checkValue(value, column.get(name)!);
    return outcome.code ? [{ field: name, ...outcome }] : [];
  });
  if (first) throw invalid([first, ...rest]);
}
