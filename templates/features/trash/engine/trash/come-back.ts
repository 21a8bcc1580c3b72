import type { RecordId } from '../fields/record-id.js';
import type { Values } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import { writing, type Granted, type Work, type Write } from '../records/scope.js';
import { askGuards } from '../records/writing/ask-guards.js';
import { checkEach } from '../records/writing/check-each.js';
import { NOTHING, type Draft } from '../records/writing/draft.js';
import {
  afterSave,
  assertRules,
  beforeSave,
  followWrites,
  readRowsForCode,
  tellWritten,
} from '../records/writing/run-hooks.js';
import { readStoredRows, updateRows } from '../records/writing/stored-rows.js';
import { markOf } from './bin.js';
import { requireParents } from './require-parents.js';
import { requireUnique } from './require-unique.js';

/** How rows come back. */
interface Way {
  readonly allowed: Granted;
  /** Named by the request, rather than brought by another record: their references are looked up as those of a new record. */
  readonly isNamed: boolean;
}

/** Takes the marks off rows that are locked, once everything that holds for a new row and a change holds for them. */
export async function comeBack(
  ids: readonly RecordId[],
  { allowed, isNamed }: Way,
  work: Work,
): Promise<void> {
  const { core, model, session } = work;
  const { lines, guards, hooks } = core.plan(model);
  await lines?.lock(ids, [], work);
  const stored = await readStoredRows(ids, work);
  const before = await readRowsForCode(ids, work);
  const unmarked: Draft = { ...NOTHING, columns: { [markOf(model)!.name]: null } };
  const sent = ids.map((id, index) =>
    writing({ mode: 'update', id, index, draft: unmarked }, allowed, session),
  );
  const rowOf = ({ id }: Write) => before.get(id!) ?? null;
  const due = await checkEach(sent, (one) => beforeSave(one, rowOf(one)));
  const whole = due.map((one) => wholeWrite(one, stored.get(one.id!)!));
  await checkEach(whole, async (one) => assertRules(one.draft, rowOf(one), model));
  await requireParents(whole, isNamed, work);
  await requireUnique(whole, work);
  if (guards.length > 0) await askGuards(whole, guards);
  const changes = due.map(({ id, draft }) => ({ id: id!, draft: draft.columns }));
  const begun = lines && (await lines.begin(changes, [], work));
  await updateRows(begun?.changes ?? changes, null, work);
  await begun?.end();
  const rows = ids.map((id) => ({ id, before: before.get(id) ?? null, isNew: false }));
  await tellWritten(rows, work);
  if (hooks.afterSave) await afterSave(rows, work);
  await followWrites(rows, work);
}

/** The write with all values of the row, which are checked as those of a new one; of these, only what changes is stored. */
const wholeWrite = (one: Write, stored: Readonly<Values>): Write => ({
  ...one,
  draft: { ...one.draft, columns: { ...dataOf(stored, one.model), ...one.draft.columns } },
});

const dataOf = (stored: Readonly<Values>, { columns }: ModelInfo): Values =>
  Object.fromEntries(
    columns
      .filter(({ role }) => role === 'data' || role === 'hidden')
      .map(({ name }) => [name, stored[name] ?? null]),
  );
