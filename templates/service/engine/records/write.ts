import type { Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { Values } from '../model/hooks.js';
import type { Row, WriteOptions } from '../model/operations.js';
import { writing, type Granted, type Write } from './scope.js';
import { checkEach, refusedAlone, type Placed } from './writing/check-each.js';
import { answerToItem, checkBeforehand, eachInTurn } from './writing/each-in-turn.js';
import { hasLines, isEmpty, type Draft, type WriteMode } from './writing/draft.js';
import { foundBy } from './writing/found-references.js';
import { wouldBeHidden } from './writing/hidden-row.js';
import { withSums } from './writing/increments.js';
import { NO_TARGETS, targetsBefore, writeTargets } from './writing/link-targets.js';
import { lockRows, notFoundFor, requireRows } from './writing/lock-rows.js';
import { prepareDraft } from './writing/prepare-draft.js';
import { checkReferences, refuseHiddenOwners, type Targets } from './writing/references.js';
import { carryRefusals } from './writing/refused-write.js';
import {
  afterSave,
  assertRules,
  beforeSave,
  followWrites,
  readRowsForCode,
} from './writing/run-hooks.js';
import { insertRows, updateRows, type StoredRow } from './writing/stored-rows.js';
import { transact } from './writing/transact.js';
import { isSingleStatement, type WritePlan } from './writing/write-plan.js';
import {
  assertReadable,
  readAgain,
  readWritten,
  requireWritten,
  returningOf,
  shownRecord,
  sizeCheck,
  type StoredWrite,
} from './writing/written-record.js';

/** A write as it was sent: a change of the record with the id, or a new record where that is null. */
export interface SentWrite extends Placed {
  readonly id: RecordId | null;
  readonly mode: WriteMode;
  /** May be anything that came with a request. */
  readonly values: unknown;
  readonly allowed: Granted;
  /** What must hold for the record to change. */
  readonly options?: WriteOptions | undefined;
}

/** The same, prepared: what every write of records is made of, whether it is one or a thousand. */
export interface WriteItem extends Omit<SentWrite, 'values'> {
  readonly draft: Draft;
}

/** A write of a request in its session. */
export interface PlacedWrite extends Placed {
  readonly write: Write;
  readonly options?: WriteOptions | undefined;
}

/** What a writer is told of their records: the whole of them, that all can be seen, or nothing. */
type Answer = 'records' | 'seen' | 'nothing';

// Each write goes through eight steps, below in their order: prepare, lock, before, check, store, read, after, commit. What they do
// for a model is in its plan. Many writes go through each step together, unless hooks have each row by itself.

/** 1. Prepare: values are checked and given to the hooks that may take long, before there is a transaction. */
export async function prepareWrites(sent: readonly SentWrite[]): Promise<readonly WriteItem[]> {
  const changes = sent.flatMap(({ id, ...one }) => (id === null ? [] : [{ ...one, id }]));
  if (changes[0]) {
    const { allowed } = changes[0];
    const { beforeValidate, beforeTransaction } = allowed.core.plan(allowed.model).hooks;
    if (beforeValidate || beforeTransaction) await requireRows(changes, allowed);
  }
  return checkEach(sent, async ({ index, id, mode, values, allowed, options }) => {
    const draft = await prepareDraft(values, mode, allowed);
    return { index, id, mode, draft, allowed, options };
  });
}

/** Does a write that was sent alone: its refusal names no position. */
export async function writeOne(sent: Omit<SentWrite, 'index'>): Promise<Row> {
  try {
    const [record] = await write(await prepareWrites([{ ...sent, index: 0 }]));
    return record!;
  } catch (error) {
    throw refusedAlone(error);
  }
}

/**
 * Does all of these writes of one model or, where one is refused, none. Returns the records in the same order; none for another
 * answer than that. A refusal names the positions of the writes.
 */
export async function write(
  items: readonly WriteItem[],
  answer: Answer = 'records',
): Promise<readonly Row[]> {
  const [first, ...more] = items;
  if (!first) return [];
  const { core, model } = first.allowed;
  const plan = core.plan(model);
  const isOne = more.length === 0;
  const isSingle = isOne && isSingleStatement(first, plan);
  const isQuick = isSingle || (!isOne && !needsTurns(items, plan));
  const begin = (session: Session) => placed(items, session);
  const quick = (session: Session) => writeRows(begin(session), { plan, answer, isSingle });
  return transact(
    {
      careful: (session) => writeInTurn(begin(session), { plan, answer }),
      quick: isQuick ? quick : null,
      isSingle,
      shared: plan.runsCode || items.some(({ draft }) => hasLines(draft)),
      row: isOne ? await firstLocked(first.id, first.draft.columns, first.allowed) : undefined,
    },
    first.allowed,
  ).catch(async (error: unknown) => {
    throw await answerToItem(error);
  });
}

/** Hooks have each row by itself, and so have lines their record; and two changes of a tree that are each fine may form a cycle together. */
const needsTurns = (items: readonly WriteItem[], { isEachRow, tree }: WritePlan): boolean =>
  isEachRow ||
  items.some(({ draft }) => hasLines(draft)) ||
  tree.some(({ name }) => items.some(({ id, draft }) => id !== null && name in draft.columns));

/** The row that a write locks first, whose writes take turns; undefined where no row is locked. */
export async function firstLocked(
  id: RecordId | null,
  draft: Readonly<Values>,
  allowed: Granted,
): Promise<string | undefined> {
  const { core, model } = allowed;
  const { lines } = core.plan(model);
  if (lines) return lines.firstLocked(id, draft, allowed);
  return id === null || core.dialect.changeRows === '' ? undefined : `${model.name} ${id}`;
}

const placed = (items: readonly WriteItem[], session: Session): readonly PlacedWrite[] =>
  items.map(({ index, id, mode, draft, allowed, options }) => ({
    index,
    write: writing({ mode, id, draft }, allowed, session),
    options,
  }));

/** How writes go through the steps. */
interface Way {
  readonly plan: WritePlan;
  readonly answer: Answer;
  /** All in one statement: there is nothing to lock, and nothing else to store. */
  readonly isSingle?: boolean;
  /** The rows are locked already, and whether their writer sees them has been decided. */
  readonly isLocked?: boolean;
}

/** One after the other, so that each refusal has its write. */
async function writeInTurn(rows: readonly PlacedWrite[], way: Way): Promise<readonly Row[]> {
  const [first, ...more] = rows;
  if (more.length === 0) return (await eachInTurn(rows, (row) => writeRows([row], way))).flat();
  await lock(rows, way);
  const suspects = await checkBeforehand(rows, async (checked) => {
    if (!way.plan.isEachRow) await check(await before(checked, way), way);
    else if (checked.some(({ write: one }) => one.draft.problems.length > 0))
      // Hooks may still change what a rule looks at.
      await check({ rows: checked, stored: null }, way);
  });
  const fitting = sizeCheck(first!.write);
  // What is expected of a row has been compared; others of the request may have changed it by now.
  const found = await eachInTurn(
    rows,
    async ({ index, write: one }) => (await writeRows([{ index, write: one }], way)).map(fitting),
    suspects,
  );
  return found.flat();
}

/** The steps in a session. */
export async function writeRows(rows: readonly PlacedWrite[], way: Way): Promise<readonly Row[]> {
  await lock(rows, way);
  const due = await before(rows, way);
  return carryRefusals(due.rows, async () => {
    const checked = await check(due, way);
    const written = await store(checked, way);
    const records = await read(written, way);
    return after(written, records, due.stored, way);
  });
}

/** 2. Lock: rows that change are there for the writer, are as they expect them, and stay so. */
async function lock(
  rows: readonly PlacedWrite[],
  { plan, isSingle, isLocked }: Way,
): Promise<void> {
  if (isSingle || isLocked) return;
  const changes = rows.flatMap(({ index, write: { id }, options }) =>
    id === null ? [] : [{ index, id, options }],
  );
  await plan.lines?.lock(
    changes.map(({ id }) => id),
    rows.map(({ write: { draft } }) => draft.columns),
    rows[0]!.write,
  );
  const first = rows.find(({ write: { id } }) => id !== null);
  if (first) await lockRows(changes, first.write);
}

/** Rows as they are before a change, by id. */
type StoredRows = ReadonlyMap<RecordId, Readonly<Values>>;

/** Writes as they will be done, with the rows that they change; without these, rules are left to later. */
interface DueWrites {
  readonly rows: readonly PlacedWrite[];
  readonly stored: StoredRows | null;
}

/** 3. Before: hooks have the row as it is, and decide what will be written. */
async function before(rows: readonly PlacedWrite[], { plan }: Way): Promise<DueWrites> {
  const stored = plan.readsBefore ? await rowsBefore(rows) : NO_ROWS;
  const due = await checkEach(rows, async ({ index, write: sent }) => {
    const summed = sent.id === null ? sent : await withSums(sent.id, sent);
    return { index, write: withAside(await beforeSave(summed, rowIn(stored, sent)), sent.draft) };
  });
  return { rows: due, stored };
}

const NO_ROWS: StoredRows = new Map();

async function rowsBefore(rows: readonly PlacedWrite[]): Promise<StoredRows> {
  const changes = rows.flatMap(({ write: one }) => (one.id === null ? [] : [one]));
  const [first] = changes;
  if (!first) return NO_ROWS;
  const ids = changes.map(({ id }) => id!);
  await assertReadable(ids, first);
  const aside = changes.map(({ id, draft }) => [id!, draft.aside ?? {}] as const);
  return readRowsForCode(ids, first, new Map(aside));
}

const rowIn = (stored: StoredRows, { id }: Write): Readonly<Values> | null =>
  id === null ? null : (stored.get(id) ?? null);

/** A write with the values that its row has let go of, where a hook has dropped those that were to take their place. */
function withAside(one: Write, { aside }: Draft): Write {
  if (!aside || Object.keys(aside).every((name) => name in one.draft.columns)) return one;
  return { ...one, draft: { ...one.draft, columns: { ...aside, ...one.draft.columns } } };
}

/** A write whose references have been found, and the records that its many-to-many fields name. */
interface CheckedWrite extends Placed {
  readonly write: Write;
  readonly targets: Targets;
}

/** 4. Check: rules hold, and what the writes refer to is there for the writer. Problems of all writes are told together. */
async function check(
  { rows, stored }: DueWrites,
  { isSingle = false }: Way,
): Promise<readonly CheckedWrite[]> {
  const found = await foundBy(
    rows.map(({ write: one }) => one),
    isSingle,
  );
  return checkEach(rows, async ({ index, write: one }) => {
    if (stored) assertRules(one.draft, rowIn(stored, one), one.model);
    const targets = await checkReferences(one, found.get(one.grant)!);
    // Of a single write this shows once its row is hidden; here the problems of the others would tell which owners exist.
    if (rows.length > 1) await refuseHiddenOwners(one, wouldBeHidden);
    return { index, write: one, targets };
  });
}

/** 5. Store: first the changes, then the new rows, then the links of both. */
async function store(checked: readonly CheckedWrite[], way: Way): Promise<readonly StoredWrite[]> {
  const linked = new Map<CheckedWrite, Targets>();
  for (const one of checked)
    if (one.targets.size > 0 && one.write.id !== null)
      linked.set(one, await targetsBefore(one.write.id, one.targets, one.write));
  const rows = await storeRows(checked, way);
  const written: StoredWrite[] = [];
  for (const one of checked) {
    const { id, row } = rows.get(one) ?? { id: one.write.id!, row: null };
    await writeTargets(id, one.targets, linked.get(one) ?? NO_TARGETS, one.write);
    written.push({ id, row, write: one.write });
  }
  return written;
}

async function storeRows(
  checked: readonly CheckedWrite[],
  { plan: { lines }, isSingle }: Way,
): Promise<ReadonlyMap<CheckedWrite, StoredRow>> {
  const [{ write: any }] = checked as [CheckedWrite];
  const changes = checked.filter(({ write: { id, draft } }) => id !== null && !isEmpty(draft));
  const added = checked.filter(({ write: { id } }) => id === null);
  const ids = changes.map(({ write: { id } }) => id!);
  const drafts = [...changes, ...added].map(({ write: { draft } }) => draft.columns);
  const parents = (await lines?.parents(ids, any)) ?? [];
  const stamps = await lines?.stamps(ids, any);
  // Only of a row that is written alone a statement returns anything.
  const returning = checked.length === 1 ? returningOf(any) : null;
  const changed = await updateRows(
    changes.map(({ write: { id, draft } }) => ({
      id: id!,
      draft: draft.columns,
      at: stamps?.get(id!),
    })),
    returning,
    any,
  );
  if (isSingle && changed.length < changes.length) throw await notFoundFor(any.id!, any);
  const inserted = await insertRows(
    added.map(({ write: { draft } }) => draft.columns),
    returning,
    any,
  );
  await lines?.touch(parents, drafts, any);
  return new Map([...changes, ...added].map((one, at) => [one, [...changed, ...inserted][at]!]));
}

/** 6. Read: records as their writer sees them; who would not see one may not write it. */
async function read(written: readonly StoredWrite[], { answer }: Way): Promise<readonly Row[]> {
  if (answer === 'records') return readWritten(written);
  if (answer === 'seen') await requireWritten(written);
  return [];
}

/** 7. After: lines are written, and hooks have the row as it has become. */
async function after(
  written: readonly StoredWrite[],
  records: readonly Row[],
  stored: StoredRows | null,
  way: Way,
): Promise<readonly Row[]> {
  const { plan } = way;
  for (const { id, write: one } of written) await plan.lines?.store(id, one);
  const [{ write: any }] = written as [StoredWrite];
  const rows = written.map(({ id, write: one }) => ({
    id,
    before: rowIn(stored ?? NO_ROWS, one),
    isNew: one.id === null,
  }));
  await afterSave(rows, any);
  // 8. Commit: what waits for it has the row as the hooks have left it.
  await followWrites(rows, any);
  return shown(records, written, way);
}

/** Records as their writers are sent them: who creates a record knows it. */
async function shown(
  records: readonly Row[],
  written: readonly StoredWrite[],
  { plan: { hooks } }: Way,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [at, record] of records.entries()) {
    const { write: one } = written[at]!;
    const now = hooks.afterSave || hasLines(one.draft) ? await readAgain(record, one) : record;
    rows.push(one.id === null ? now : shownRecord(now, one.grant));
  }
  return rows;
}
