import { isDeepStrictEqual } from 'node:util';
import { typeOf } from '../fields/field-types.js';
import type { RecordId } from '../fields/record-id.js';
import type { RecordChange, Row } from '../model/operations.js';
import { and, type Where } from '../model/where.js';
import { find } from './find.js';
import { idsWhere } from './reading/rows-where.js';
import { authorize, related, type Granted, type Scope } from './scope.js';
import { checkPayload } from './writing/check-payload.js';

/**
 * The places of the changes that would leave their records as they are: of those that the user may change, and by the fields
 * that they may read. Of several changes of one record none is among them.
 */
export async function unchangedAmong(
  scope: Scope,
  changes: readonly RecordChange[],
): Promise<ReadonlySet<number>> {
  const editing = authorize(scope, 'edit');
  const { compare } = typeOf(scope.model.key);
  const places = new Map<RecordId, number[]>();
  for (const [at, { id }] of changes.entries())
    if (compare(id) !== null) places.set(id, [...(places.get(id) ?? []), at]);
  if (places.size === 0 || related(scope.model, 'list', scope) === null) return NONE;
  const among: Where = { op: 'in', field: 'id', values: [...places.keys()] };
  const open = await openIds(among, editing);
  const records = await find(scope, { where: among });
  const same = records.flatMap((record) => {
    const [at, ...more] = places.get(record.id) ?? [];
    if (at === undefined || more.length > 0 || !open.has(record.id)) return [];
    return isAsItIs(record, changes[at]!.values, editing) ? [at] : [];
  });
  return new Set(same);
}

const NONE: ReadonlySet<number> = new Set();

async function openIds(among: Where, editing: Granted): Promise<ReadonlySet<RecordId>> {
  const { core, model, grant } = editing;
  const where = and(among, grant.where);
  return new Set(
    await core.database.read((session) => idsWhere(where, { core, model, session }), {
      quick: true,
    }),
  );
}

/** Whether a record has all of these values, in the form in which they would be stored. */
function isAsItIs(record: Row, values: unknown, editing: Granted): boolean {
  const { columns, links, virtual, problems } = checkPayload(values, 'update', editing);
  if (problems.length > 0 || Object.keys(virtual).length > 0) return false;
  const isRead = (name: string) => Object.hasOwn(record, name);
  return (
    Object.entries(columns).every(
      ([name, value]) => isRead(name) && isDeepStrictEqual(record[name], value),
    ) &&
    Object.entries(links).every(
      ([name, keys]) => isRead(name) && isDeepStrictEqual(sorted(record[name]), sorted(keys)),
    )
  );
}

/** Links have no order. */
const sorted = (keys: unknown): readonly string[] =>
  (keys as readonly unknown[]).map((key) => JSON.stringify(key)).toSorted();
