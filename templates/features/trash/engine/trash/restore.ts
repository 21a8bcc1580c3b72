import { idOf, pathId, type RecordId } from '../fields/record-id.js';
import type { Row, WriteOptions } from '../model/operations.js';
import { and } from '../model/where.js';
import { conflict, spokenName } from '../problem/problem.js';
import { idsWhere, named, rowExists } from '../records/reading/rows-where.js';
import {
  authorize,
  reading,
  withoutRules,
  writing,
  type Granted,
  type Scope,
  type Work,
} from '../records/scope.js';
import { firstLocked } from '../records/write.js';
import { refusedAlone } from '../records/writing/check-each.js';
import { NOTHING } from '../records/writing/draft.js';
import { lockRows } from '../records/writing/lock-rows.js';
import { tellWritten } from '../records/writing/run-hooks.js';
import { transact } from '../records/writing/transact.js';
import { planNow } from '../records/writing/write-plan.js';
import { readWritten, shownRecord } from '../records/writing/written-record.js';
import { binOf, binScope } from './bin.js';
import { comeBack } from './come-back.js';
import { entriesOf, forgetEntries, keysAlong, type Gone } from './entries.js';
import { rowsLinking } from './rows-linking.js';
import { expectedIn } from './who-deleted.js';

/**
 * Takes a record out of the trash, with what went there with it, in one transaction. It takes the right to delete, by which it is
 * found, and the right to create: the row is put where its writer may put one, or stays where it is.
 */
export async function restoreRecord(
  scope: Scope,
  given: RecordId,
  options: WriteOptions,
): Promise<Row> {
  const finding = authorize(binScope(scope), 'delete');
  const allowed = authorize(scope, 'create');
  const id = idOf(given, scope.model.key);
  const expected = await expectedIn(id, options, scope);
  await planNow(scope);
  const restored = transact(
    {
      careful: async (session) => {
        await lockRows([{ index: 0, id, options: expected }], reading(finding, session));
        return restoreRow(id, allowed, { ...scope, session });
      },
      shared: true,
      row: await firstLocked(id, {}, allowed),
    },
    allowed,
  );
  return restored.catch((error: unknown) => {
    throw refusedAlone(error);
  });
}

async function restoreRow(id: RecordId, allowed: Granted, work: Work): Promise<Row> {
  const { model, session } = work;
  const along = await stillGone(id, work);
  const linking = await rowsLinking([{ model, ids: [id] }, ...along], work);
  await comeBack([id], { allowed, isNamed: true }, work);
  for (const gone of along) {
    const own = { ...work, model: gone.model };
    const everything = { ...authorize(withoutRules(own), 'create'), access: work.access };
    await comeBack(gone.ids, { allowed: everything, isNamed: false }, own);
    await requireSeen(gone, allowed, own);
  }
  await forgetEntries(id, work);
  for (const { rows, own } of linking) await tellWritten(rows, own);
  const draft = { ...NOTHING, columns: {} };
  const write = writing({ mode: 'update', id, draft }, allowed, session);
  const [record] = await readWritten([{ id, row: null, write }]);
  return shownRecord(record!, allowed.grant);
}

/** What went with a record and is still in the trash, each behind what it refers to. */
async function stillGone(id: RecordId, work: Work): Promise<readonly Gone[]> {
  const { core, model, session } = work;
  const entry = (await entriesOf(model, [String(id)], work)).get(String(id));
  const gone: Gone[] = [];
  // Of a record that went with another one, what went with both has that one as its root.
  for (const { model: name, keys } of entry ? await keysAlong(entry, work) : []) {
    const own = core.byName.get(name);
    if (!own) continue;
    const bin = binOf(own);
    const where = and(named(keys.map((key) => pathId(key, own.key))), bin.exists);
    const ids = await idsWhere(where, { core, model: bin, session }, 'change');
    if (ids.length > 0) gone.push({ model: own, ids });
  }
  return gone;
}

/** Nothing comes back to where its user does not see it. */
async function requireSeen({ model, ids }: Gone, { grant }: Granted, work: Work): Promise<void> {
  const seen = work.access.rowWhere(grant, model);
  const hidden = and(named(ids), { op: 'not', item: seen });
  if (!(await rowExists(hidden, work))) return;
  const what = spokenName(model.name);
  throw conflict(`With it, a ${what} would come back that the row rules hide from you.`, [], {
    code: 'restore-hidden',
  });
}
