import type { Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { Row, WriteOptions } from '../model/operations.js';
import { insert } from './create.js';
import { writing, type Granted, type Scope, type Write } from './scope.js';
import { store } from './update.js';
import { ManyRefused, checkEach, type Placed, type RefusedItem } from './writing/check-each.js';
import {
  checkTogether,
  rowBefore,
  type CheckedWrite,
  type RowsBefore,
} from './writing/check-together.js';
import { hasLines, isEmpty, type Draft } from './writing/draft.js';
import { withSums } from './writing/increments.js';
import { NO_TARGETS, targetsBefore, writeTargets } from './writing/link-targets.js';
import { lockNextParents } from './writing/line-parents.js';
import { lockRows } from './writing/lock-rows.js';
import {
  assertReadable,
  readAllWritten,
  requireWritten,
  sizeCheck,
  type WrittenItem,
} from './writing/read-all-written.js';
import { afterWrites, isReadForCode, needsEachRow, readRowsForCode } from './writing/run-hooks.js';
import { insertRows, updateRows } from './writing/stored-rows.js';
import { eachInTurn, transactMany, type PlacedWrite } from './writing/transact-many.js';
import { shownRecord } from './writing/written-record.js';

/** One of many writes of a model: a change of the record with the id, or a new record where that is null. */
export interface WriteItem extends Placed {
  readonly id: RecordId | null;
  readonly draft: Draft;
  readonly allowed: Granted;
  /** What must hold for the record to change. */
  readonly options?: WriteOptions | undefined;
}

/** Does all of these writes or, where one is refused, none; returns the records in the same order. */
export async function writeMany(
  items: readonly WriteItem[],
  scope: Scope,
): Promise<readonly Row[]> {
  return writeAll(items, scope, { together: recordsOf, fitting: sizeCheck });
}

/** The same where nobody is sent the records: they may be of any size. */
export async function writeUnread(items: readonly WriteItem[], scope: Scope): Promise<void> {
  await writeAll(items, scope, {
    together: async (written) => {
      for (const group of groupsOf(written)) await requireWritten(group);
      return [];
    },
    fitting: () => (record) => record,
  });
}

/** How the records are read that have been written. */
interface Reading {
  readonly together: (written: readonly WrittenItem[]) => Promise<readonly Row[]>;
  /** Of those that are written one by one. */
  readonly fitting: (first: Write) => (record: Row) => Row;
}

async function writeAll(
  items: readonly WriteItem[],
  scope: Scope,
  reading: Reading,
): Promise<readonly Row[]> {
  if (items.length === 0) return [];
  return transactMany<readonly Row[]>(
    {
      together: needsTurns(items, scope)
        ? null
        : async (session) => writeTogether(await begin(items, session), reading),
      inTurn: async (session) => writeInTurn(await begin(items, session), reading),
      reachesCode: items.some(({ draft }) => hasLines(draft)),
    },
    scope,
  );
}

/** Hooks have each row by itself, and so have lines their record; and two changes of a tree that are each fine may form a cycle together. */
const needsTurns = (items: readonly WriteItem[], { model }: Scope): boolean =>
  needsEachRow(model) ||
  items.some(({ draft }) => hasLines(draft)) ||
  model.columns.some(
    ({ name, reference }) =>
      reference?.model === model.name &&
      items.some(({ id, draft }) => id !== null && name in draft.columns),
  );

/** The writes in a session, with the rows locked that they change. */
async function begin(
  items: readonly WriteItem[],
  session: Session,
): Promise<readonly PlacedWrite[]> {
  const rows = items.flatMap(({ id, ...item }) => (id === null ? [] : [{ ...item, id }]));
  const writes = items.map(({ index, id, draft, allowed }) => {
    const mode = id === null ? 'create' : 'update';
    return { index, write: writing({ mode, id, draft }, allowed, session) };
  });
  const [any] = writes;
  const ids = rows.map(({ id }) => id);
  const drafts = items.map(({ draft }) => draft.columns);
  if (any) await lockNextParents(ids, drafts, any.write);
  const first = writes.find(({ write }) => write.id !== null);
  if (first) await lockRows(rows, first.write);
  return writes;
}

async function writeTogether(
  items: readonly PlacedWrite[],
  { together: recordsOf }: Reading,
): Promise<readonly Row[]> {
  const before = await rowsBefore(items);
  const checked = await checkTogether(await summed(items), before);
  const written = await storeTogether(checked);
  const records = await recordsOf(written);
  await afterWrites(
    written.map(({ id, write }) => ({
      id,
      before: rowBefore(write, before),
      isNew: write.id === null,
    })),
    items[0]!.write,
  );
  return records;
}

/** The rows that are about to be changed, for rules and hooks. */
async function rowsBefore(items: readonly PlacedWrite[]): Promise<RowsBefore> {
  const changes = items.filter(({ write }) => write.id !== null);
  const [first] = changes;
  if (!first || !isReadForCode(first.write.model)) return new Map();
  const ids = changes.map(({ write }) => write.id!);
  await assertReadable(ids, first.write);
  const aside = changes.map(({ write }) => [write.id!, write.draft.aside ?? {}] as const);
  return readRowsForCode(ids, first.write, new Map(aside));
}

const summed = (items: readonly PlacedWrite[]): Promise<readonly PlacedWrite[]> =>
  checkEach(items, async ({ index, write }) => ({
    index,
    write: write.id === null ? write : await withSums(write.id, write),
  }));

/** The statements of checked writes: first the changes, then the new rows. */
async function storeTogether(checked: readonly CheckedWrite[]): Promise<readonly WrittenItem[]> {
  const changes = checked.filter(({ write }) => write.id !== null);
  const before = new Map<CheckedWrite, Awaited<ReturnType<typeof targetsBefore>>>();
  for (const one of changes)
    if (one.targets.size > 0)
      before.set(one, await targetsBefore(one.write.id!, one.targets, one.write));
  const changed = changes.filter(({ write }) => !isEmpty(write.draft));
  if (changed[0])
    await updateRows(
      changed.map(({ write }) => ({ id: write.id!, draft: write.draft.columns })),
      changed[0].write,
    );
  const added = checked.filter(({ write }) => write.id === null);
  const ids = added[0]
    ? await insertRows(
        added.map(({ write }) => write.draft.columns),
        added[0].write,
      )
    : [];
  const idOf = new Map(added.map((one, at) => [one, ids[at]!]));
  const written = [];
  for (const one of checked) {
    const id = idOf.get(one) ?? one.write.id!;
    await writeTargets(id, one.targets, before.get(one) ?? NO_TARGETS, one.write);
    written.push({ id, write: one.write });
  }
  return written;
}

/** The records of writes, each as its writer sees it after such a write. */
async function recordsOf(written: readonly WrittenItem[]): Promise<readonly Row[]> {
  const rows = new Map<WrittenItem, Row>();
  for (const group of groupsOf(written))
    for (const [at, record] of (await readAllWritten(group)).entries())
      rows.set(group[at]!, shownTo(record, group[at]!.write));
  return written.map((one) => rows.get(one)!);
}

/** Changes, and new records: each are written by one grant. */
const groupsOf = (written: readonly WrittenItem[]): readonly (readonly WrittenItem[])[] => {
  const isChange = ({ write }: WrittenItem): boolean => write.id !== null;
  return [written.filter(isChange), written.filter((one) => !isChange(one))];
};

/** Who creates a record knows it. */
const shownTo = (record: Row, { id, grant }: Write): Row =>
  id === null ? record : shownRecord(record, grant);

async function writeInTurn(
  items: readonly PlacedWrite[],
  reading: Reading,
): Promise<readonly Row[]> {
  const suspects = await checkBeforehand(items);
  const fitting = reading.fitting(items[0]!.write);
  const work = async (write: Write) =>
    fitting(await (write.id === null ? insert(write) : store(write.id, {}, write)));
  return eachInTurn(items, work, suspects);
}

/**
 * Refuses what is wrong with any of the writes, as far as that does not depend on hooks of those before it. Returns the circles
 * that single writes would close in a tree, unless those before them open it.
 */
async function checkBeforehand(items: readonly PlacedWrite[]): Promise<readonly RefusedItem[]> {
  try {
    if (!needsEachRow(items[0]!.write.model))
      await checkTogether(await summed(items), await rowsBefore(items));
    else if (items.some(({ write }) => write.draft.problems.length > 0))
      await checkTogether(items, null);
    return [];
  } catch (error) {
    if (error instanceof ManyRefused && error.refused.every(isCircle)) return error.refused;
    throw error;
  }
}

const isCircle = ({ problem: { problems } }: RefusedItem): boolean =>
  problems.length > 0 && problems.every(({ code }) => code === 'cycle');
