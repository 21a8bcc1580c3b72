import type { RecordId } from '../fields/record-id.js';
import type { Row, UpsertedRecord, UpsertOptions } from '../model/operations.js';
import { HttpProblem } from '../problem/problem.js';
import { and } from '../model/where.js';
import { keyValuesOf, uniqueKeyOf, type KeyValues } from './conditions/unique-key.js';
import { isAsShown } from './create.js';
import { firstIds } from './reading/rows-where.js';
import { authorize, related, type Granted, type Scope } from './scope.js';
import { prepareWrites, writeAll, type WriteItem } from './write.js';
import { checkEach, refuseRepeated, type Placed } from './writing/check-each.js';

/** How often it is tried where others create or delete the records at the same time. */
const MAX_TRIES = 3;

/** What was sent for a record, and how one is found that has its key. */
interface KeyedPayload extends Placed {
  readonly payload: unknown;
  readonly key: KeyValues;
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
  const written: UpsertedRecord[] = [];
  for (const apart of withoutRepeats(keyed))
    written.push(...(await upsertApart(apart, creating, editing)));
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
    async (item) => ({ ...item, key: keyValuesOf(item.payload, unique, creating) }),
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

/** The same where no key comes twice. */
async function upsertApart(
  keyed: readonly KeyedPayload[],
  creating: Granted | null,
  editing: Granted,
): Promise<readonly UpsertedRecord[]> {
  let ids = await findAll(keyed, editing);
  for (let tries = 1; ; tries++) {
    try {
      const items = await itemsOf(keyed, ids, creating, editing);
      const records = await writeAll(items);
      return upserted(records, ids, creating !== null && isAsShown(creating));
    } catch (error) {
      if (!isOvertaken(error) || tries === MAX_TRIES) throw error;
      const now = await findAll(keyed, editing);
      if (now.every((id, at) => id === ids[at])) throw error;
      ids = now;
    }
  }
}

const upserted = (
  records: readonly Row[],
  ids: readonly (RecordId | null)[],
  isNewShown: boolean,
): readonly UpsertedRecord[] =>
  records.map((record, at) => {
    const created = ids[at] === null;
    return { record, created, isAsShown: !created || isNewShown };
  });

/** Whether others may have created, changed or deleted one of the records in between. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof HttpProblem && [404, 409, 412].includes(error.status);

/** The id of the record with each key, as far as the writer may change it. */
const findAll = (
  keyed: readonly KeyedPayload[],
  editing: Granted,
): Promise<readonly (RecordId | null)[]> => {
  const { core, model, grant } = editing;
  const wanted = keyed.map(({ key }) => and(key.where, grant.where));
  return core.database.read((session) => firstIds(wanted, { core, model, session }), {
    quick: true,
  });
};

async function itemsOf(
  keyed: readonly KeyedPayload[],
  ids: readonly (RecordId | null)[],
  creating: Granted | null,
  editing: Granted,
): Promise<readonly WriteItem[]> {
  const sent = await checkEach(
    keyed.map((item, at) => ({ ...item, id: ids[at]! })),
    async ({ index, payload: values, key, id }) => ({
      ...{ index, id, values },
      mode: id === null ? ('create' as const) : ('update' as const),
      allowed: id === null ? (creating ?? authorize(editing, 'create')) : editing,
      // Once its row is locked, it must still have the key.
      options: { ifRow: key.where },
    }),
  );
  return prepareWrites(sent);
}
