import type { Session } from '../database/dialect.js';
import type { RecordChange, Row } from '../model/operations.js';
import { badRequest } from '../problem/problem.js';
import { authorize, writing, type Granted, type Scope, type Write } from './scope.js';
import { store } from './update.js';
import { checkEach } from './writing/check-each.js';
import { isEmpty, type Draft } from './writing/draft.js';
import { withSums } from './writing/increments.js';
import { targetsBefore, writeTargets } from './writing/link-targets.js';
import { lockRows, requireRows } from './writing/lock-rows.js';
import {
  assertNoProblems,
  checkTogether,
  readAllWritten,
  sizeCheck,
} from './writing/many-writes.js';
import { prepareDraft } from './writing/prepare-draft.js';
import { afterWrites, needsEachRow, readAllForCode } from './writing/run-hooks.js';
import { updateRows } from './writing/stored-rows.js';
import { eachInTurn, transactMany } from './writing/transact-many.js';
import { shownRecord } from './writing/written-record.js';

/** Changes the present fields of all of these records or, where one is refused, of none; refusals say at which index. */
export async function updateMany(
  scope: Scope,
  changes: readonly RecordChange[],
): Promise<readonly Row[]> {
  const allowed = authorize(scope, 'edit');
  refuseRepeated(changes);
  const { beforeValidate, beforeTransaction } = scope.model.hooks;
  if (beforeValidate || beforeTransaction) await requireRows(changes, allowed);
  const drafts = await checkEach(changes, ({ values }) => prepareDraft(values, 'update', allowed));
  const begin = async (session: Session): Promise<Write[]> => {
    const writes = drafts.map((draft, at) =>
      writing({ mode: 'update', id: changes[at]!.id, draft }, allowed, session),
    );
    await lockRows(changes, writes[0]!);
    return writes;
  };
  if (drafts.length === 0) return [];
  return transactMany<readonly Row[]>(
    {
      together: isInTurn(drafts, allowed)
        ? null
        : async (session) => updateTogether(await begin(session)),
      inTurn: async (session) => updateInTurn(await begin(session)),
    },
    allowed,
  );
}

/** Two changes of a tree that are each fine may form a cycle together. */
const isInTurn = (drafts: readonly Draft[], { model }: Granted): boolean =>
  needsEachRow(model) ||
  model.columns.some(
    ({ name, reference }) =>
      reference?.model === model.name && drafts.some(({ columns }) => name in columns),
  );

async function updateTogether(first: readonly Write[]): Promise<readonly Row[]> {
  const ids = first.map(({ id }) => id!);
  const before = await readAllForCode(ids, first[0]!);
  const beforeOf = ({ id }: Write) => before.get(id!) ?? null;
  const writes = await checkEach(first, (write) => withSums(write.id!, write));
  const checked = await checkTogether(writes, beforeOf);
  const linked = checked.filter(({ targets }) => targets.size > 0);
  const links = [];
  for (const one of linked)
    links.push({ ...one, known: await targetsBefore(one.write.id!, one.targets, one.write) });
  const changed = writes.filter(({ draft }) => !isEmpty(draft));
  await updateRows(
    changed.map(({ id, draft }) => ({ id: id!, draft: draft.columns })),
    writes[0]!,
  );
  for (const { write, targets, known } of links)
    await writeTargets(write.id!, targets, known, write);
  const records = await readAllWritten(ids, writes);
  await afterWrites(
    'update',
    writes.map((write) => ({ id: write.id!, before: beforeOf(write) })),
    writes[0]!,
  );
  return records.map((record) => shownRecord(record, writes[0]!.grant));
}

async function updateInTurn(writes: readonly Write[]): Promise<readonly Row[]> {
  await assertNoProblems(writes);
  const fitting = sizeCheck(writes[0]!);
  return eachInTurn(writes, async (write) => fitting(await store(write.id!, {}, write)));
}

function refuseRepeated(changes: readonly RecordChange[]): void {
  const seen = new Set<number>();
  for (const [index, { id }] of changes.entries()) {
    if (seen.has(id)) {
      const message = `The id ${id} is there more than once.`;
      throw badRequest(message, [{ index, field: 'id', code: 'repeated', message }]);
    }
    seen.add(id);
  }
}
