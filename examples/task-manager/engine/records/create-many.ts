import type { Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { CreatedRecords, Row } from '../model/operations.js';
import { insert, isAsShown } from './create.js';
import { authorize, writing, type Scope, type Write } from './scope.js';
import { checkEach } from './writing/check-each.js';
import { writeTargets, NO_TARGETS } from './writing/link-targets.js';
import {
  assertNoProblems,
  checkTogether,
  readAllWritten,
  sizeCheck,
} from './writing/many-writes.js';
import { prepareDraft } from './writing/prepare-draft.js';
import { afterWrites, needsEachRow } from './writing/run-hooks.js';
import { insertRows } from './writing/stored-rows.js';
import { eachInTurn, transactMany } from './writing/transact-many.js';

/** Creates all of these records or, where one is refused, none; refusals say at which index. */
export async function createMany(
  scope: Scope,
  payloads: readonly unknown[],
): Promise<CreatedRecords> {
  const allowed = authorize(scope, 'create');
  const drafts = await checkEach(payloads, (one) => prepareDraft(one, 'create', allowed));
  const begin = (session: Session): Write[] =>
    drafts.map((draft) => writing({ mode: 'create', id: null, draft }, allowed, session));
  const records =
    drafts.length === 0
      ? []
      : await transactMany<readonly Row[]>(
          {
            together: needsEachRow(scope.model)
              ? null
              : (session) => insertTogether(begin(session)),
            inTurn: (session) => insertInTurn(begin(session)),
          },
          allowed,
        );
  return { records, isAsShown: isAsShown(allowed) };
}

async function insertTogether(writes: readonly Write[]): Promise<readonly Row[]> {
  const checked = await checkTogether(writes);
  const [first] = writes as readonly [Write];
  const ids = await insertRows(
    writes.map(({ draft }) => draft.columns),
    first,
  );
  for (const [at, { targets, write }] of checked.entries())
    await writeTargets(ids[at]!, targets, NO_TARGETS, write);
  const records = await readAllWritten(ids, writes);
  await afterWrites('create', ids.map(isNew), first);
  return records;
}

const isNew = (id: RecordId) => ({ id, before: null });

async function insertInTurn(writes: readonly Write[]): Promise<readonly Row[]> {
  await assertNoProblems(writes);
  const fitting = sizeCheck(writes[0]!);
  return eachInTurn(writes, async (write) => fitting(await insert(write)));
}
