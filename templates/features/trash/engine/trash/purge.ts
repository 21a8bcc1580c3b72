import { idOf, pathId, type RecordId } from '../fields/record-id.js';
import type { WriteOptions } from '../model/operations.js';
import { and } from '../model/where.js';
import { idsWhere, named } from '../records/reading/rows-where.js';
import { removeRow } from '../records/remove.js';
import { authorize, reading, withoutRules, type Read, type Scope } from '../records/scope.js';
import { askBeforeDeletion } from '../records/writing/ask-guards.js';
import { lockRows } from '../records/writing/lock-rows.js';
import { refusedAlone } from '../records/writing/check-each.js';
import { transact } from '../records/writing/transact.js';
import { binOf, binScope } from './bin.js';
import { entriesOf, forgetEntries, keysAlong } from './entries.js';
import { expectedIn } from './who-deleted.js';

/** Deletes a record in the trash for good, with what went there with it; 409 where others depend on it. */
export async function purgeRecord(
  scope: Scope,
  given: RecordId,
  options: WriteOptions = {},
): Promise<void> {
  const allowed = authorize(binScope(scope), 'delete');
  const id = idOf(given, scope.model.key);
  const expected = await expectedIn(id, options, scope);
  await transact(
    { careful: (session) => purgeRow(id, expected, reading(allowed, session)), shared: true },
    allowed,
  ).catch((error: unknown) => {
    throw refusedAlone(error);
  });
}

/** `read` is of the trash. */
async function purgeRow(id: RecordId, options: WriteOptions, read: Read): Promise<void> {
  await lockRows([{ index: 0, id, options }], read, 'delete');
  await askAsLine(id, { ...read, model: read.core.model(read.model.name) });
  const entry = (await entriesOf(read.model, [String(id)], read)).get(String(id));
  const along = entry ? await keysAlong(entry, read) : [];
  for (const { model: name, keys } of along.toReversed()) await purgeAlong(name, keys, read);
  await removeRow(id, {}, read);
  await forgetEntries(id, read);
}

/** In the trash nothing is a line, so that the guards of lines are asked for it as a record of the model; `removeRow` asks all others. */
async function askAsLine(id: RecordId, read: Read): Promise<void> {
  if (read.model.lineParent) await askBeforeDeletion([id], read.core.plan(read.model).guards, read);
}

/** What went with a record goes with it again, whoever sees it: it was asked when it went to the trash. */
async function purgeAlong(name: string, keys: readonly string[], read: Read): Promise<void> {
  const { core, session, access } = read;
  const model = core.byName.get(name);
  if (!model) return;
  const own = { ...read, model: binOf(model) };
  const everything = { ...authorize(withoutRules(own), 'delete'), access };
  const where = and(named(keys.map((key) => pathId(key, model.key))), own.model.exists);
  for (const id of await idsWhere(where, own)) {
    await removeRow(id, {}, reading(everything, session));
    await forgetEntries(id, own);
  }
}
