import type { Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { Values } from '../model/hooks.js';
import type { Row, WriteOptions } from '../model/operations.js';
import {
  writing,
  type Change,
  type Granted,
  type LineSteps,
  type Step,
  type Write,
  type WritePlan,
} from './scope.js';
import { askGuards, completed, withGiven } from './writing/ask-guards.js';
import { checkEach, refusedAlone, refusedTogether, type Placed } from './writing/check-each.js';
import { answerToItem, checkBeforehand, eachInTurn } from './writing/each-in-turn.js';
import {
  hasIncrements,
  hasLines,
  isEmpty,
  type Draft,
  type RowChange,
  type WriteMode,
} from './writing/draft.js';
import { foundBy } from './writing/found-references.js';
import { wouldBeHidden } from './writing/hidden-row.js';
import { withSums } from './writing/increments.js';
import { NO_TARGETS, targetsBefore, writeTargets } from './writing/link-targets.js';
import { lockRows, notFoundFor, requireRows } from './writing/lock-rows.js';
import { prepareDraft } from './writing/prepare-draft.js';
import { checkReferences, refuseHiddenOwners, type Targets } from './writing/references.js';
import { carryingWrite } from './writing/refused-write.js';
import {
  afterSave,
  assertRules,
  beforeSave,
  followWrites,
  readRowsForCode,
  tellWritten,
} from './writing/run-hooks.js';
import { insertRows, updateRows } from './writing/stored-rows.js';
import { transact } from './writing/transact.js';
import { planNow } from './writing/write-plan.js';
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

/** A prepared write: what every write of records is made of, whether it is one or a thousand. */
export interface WriteItem extends Omit<SentWrite, 'values'> {
  readonly draft: Draft;
}

/** What a writer is told of their records: the whole of them, that all can be seen, or nothing. */
type Answer = 'records' | 'seen' | 'nothing';

// Each write goes through eight steps, below in their order: prepare, lock, before, check, store, read, after, commit. The tables in
// `writing/write-needs.ts` say which writes skip which of them. Many writes go through each step together, unless they take turns.

/** 1. Prepare: values are checked and given to the hooks that may take long, before there is a transaction. */
export async function prepareWrites(sent: readonly SentWrite[]): Promise<readonly WriteItem[]> {
  await requireSeen(sent);
  return checkEach(sent, prepareWrite);
}

async function prepareWrite(sent: SentWrite): Promise<WriteItem> {
  const { index, id, mode, values, allowed, options } = sent;
  return { index, id, mode, draft: await prepareDraft(values, mode, allowed), allowed, options };
}

/** Hooks that may refuse or take long are not called for rows that do not exist. */
function requireSeen(sent: readonly SentWrite[]): Promise<void> | undefined {
  const change = sent.find(({ id }) => id !== null);
  if (!change) return undefined;
  const { core, model } = change.allowed;
  return core.plan(model).isSeenFirst ? requireRows(rowsOf(sent), change.allowed) : undefined;
}

/** The rows that writes change. */
const rowsOf = (writes: readonly (Placed & Pick<Change, 'id' | 'options'>)[]) =>
  writes.flatMap(({ index, id, options }) => (id === null ? [] : [{ index, id, options }]));

/** Does a write that was sent alone: its refusal names no position. */
export async function writeOne(write: Omit<SentWrite, 'index'>): Promise<Row> {
  const { id, mode, values, allowed, options } = write;
  const sent = { index: 0, id, mode, values, allowed, options };
  try {
    await requireSeen([sent]);
    return (await writeAll([await prepareWrite(sent)]))[0]!;
  } catch (error) {
    throw refusedAlone(error);
  }
}

/**
 * Does all of these writes of one model or, where one is refused, none. Returns the records in the same order; none for another
 * answer than that. A refusal names the positions of the writes.
 */
export async function writeAll(
  items: readonly WriteItem[],
  answer: Answer = 'records',
): Promise<readonly Row[]> {
  const [first] = items;
  if (!first) return [];
  const { allowed } = first;
  const plan = await planNow(allowed);
  const isOne = items.length === 1;
  const { by } = plan.needs;
  const isSingle = isOne && !by.transaction(first, allowed.grant);
  const isQuick = isSingle || (!isOne && !items.some((one) => by.turn(one, one.allowed.grant)));
  const heard = plan.lines?.heard;
  const [inTurn, together] = heard
    ? [hearing(writeInTurn, heard), hearing(writeRows, heard)]
    : [writeInTurn, writeRows];
  const begin = (session: Session): readonly Write[] =>
    items.map((item) => writing(item, item.allowed, session));
  try {
    return await transact(
      {
        careful: (session) => inTurn(begin(session), { plan, answer }),
        quick: isQuick ? (session) => together(begin(session), { plan, answer, isSingle }) : null,
        isSingle,
        shared: plan.isShared || items.some(({ draft }) => hasLines(draft)),
        row: isOne ? await firstLocked(first.id, first.draft.columns, allowed) : undefined,
      },
      allowed,
    );
  } catch (error) {
    throw await answerToItem(error);
  }
}

type WriteSteps = (rows: readonly Write[], way: Way) => Promise<readonly Row[]>;

/** With the records as hooks that hear of their lines have left them. */
const hearing =
  (write: WriteSteps, heard: NonNullable<LineSteps['heard']>): WriteSteps =>
  async (rows, way) =>
    heard(await write(rows, way), rows);

/** Whether any of the writes needs the step. */
const need = (step: Step, rows: readonly Write[], { plan }: Way): boolean =>
  rows.some((one) => plan.needs.by[step](one, one.grant));

/** The row that a write locks first, whose writes take turns; undefined where no row is locked. */
export async function firstLocked(
  id: RecordId | null,
  draft: Readonly<Values>,
  allowed: Granted,
): Promise<string | undefined> {
  const { core, model } = allowed;
  if (core.dialect.changeRows === '') return undefined;
  const parent = await core.plan(model).lines?.parentOf(id, draft, allowed);
  return parent ?? (id === null ? undefined : `${model.name} ${id}`);
}

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
async function writeInTurn(rows: readonly Write[], way: Way): Promise<readonly Row[]> {
  if (rows.length === 1) return (await eachInTurn(rows, (one) => writeRows([one], way)))[0]!;
  await lock(rows, way);
  const suspects = await checkBeforehand(rows, async () => {
    if (!way.plan.needs.always.has('turn')) await check(await before(rows, way), way);
    else if (rows.some(({ draft }) => draft.problems.length > 0))
      // Hooks may still change what a rule looks at.
      await check({ rows, stored: null }, way);
  });
  const fitting = sizeCheck(rows[0]!);
  const found = await eachInTurn(
    rows,
    async (one) => {
      // What is expected of a row has been compared; others of the request may have changed it by now.
      const records = await writeRows([{ ...one, options: undefined }], way);
      return records.map(fitting);
    },
    suspects,
  );
  return found.flat();
}

/** The steps in a session. */
export async function writeRows(rows: readonly Write[], way: Way): Promise<readonly Row[]> {
  if (!way.isSingle && !way.isLocked) await lock(rows, way);
  const due = need('before', rows, way) ? await before(rows, way) : { rows, stored: NO_ROWS };
  try {
    const checked = await check(due, way);
    const written = await store(checked, way);
    const records = await read(written, way);
    return await after(written, records, due.stored, way);
  } catch (error) {
    throw carryingWrite(error, due.rows);
  }
}

/** 2. Lock: rows that change are there for the writer, are as they expect them, and stay so. */
async function lock(rows: readonly Write[], { plan: { lines } }: Way): Promise<void> {
  const changes = rowsOf(rows);
  if (lines) {
    const drafts = rows.map(({ draft }) => draft.columns);
    await lines.lock(
      changes.map(({ id }) => id),
      drafts,
      rows[0]!,
    );
  }
  if (changes.length > 0)
    await lockRows(
      changes,
      rows.find(({ id }) => id !== null)!,
    );
}

/** Rows as they are before a change, by id. */
type StoredRows = ReadonlyMap<RecordId, Readonly<Values>>;

const NO_ROWS: StoredRows = new Map();

/** Writes as they will be done, with the rows that they change; without these, rules are left to later. */
interface DueWrites {
  readonly rows: readonly Write[];
  readonly stored: StoredRows | null;
}

/** 3. Before: hooks have the row as it is, and decide what will be written. */
async function before(rows: readonly Write[], { plan }: Way): Promise<DueWrites> {
  const stored = plan.needs.always.has('before') ? await rowsBefore(rows) : NO_ROWS;
  const isChanged = plan.hooks.beforeSave !== undefined || rows.some(changesBefore);
  if (!isChanged) return { rows, stored };
  const due = await checkEach(rows, async (sent) => {
    const summed = sent.id === null ? sent : await withSums(sent.id, sent);
    return withAside(await beforeSave(summed, rowIn(stored, sent)), sent.draft);
  });
  return { rows: due, stored };
}

/** Whether the row as it is decides what will be written, without a hook. */
const changesBefore = ({ draft }: Write): boolean =>
  hasIncrements(draft) || draft.aside !== undefined;

async function rowsBefore(rows: readonly Write[]): Promise<StoredRows> {
  const changes = rows.filter(({ id }) => id !== null);
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
interface CheckedWrite {
  readonly write: Write;
  readonly targets: Targets;
}

/** 4. Check: rules hold, and what the writes refer to is there for the writer. Problems of all writes are told together. */
async function check({ rows: due, stored }: DueWrites, way: Way): Promise<readonly CheckedWrite[]> {
  if (!need('check', due, way)) return due.map((one) => ({ write: one, targets: NO_TARGETS }));
  const { guards } = way.plan;
  const rows = guards.length > 0 ? await completed(due, guards) : due;
  const found = await foundBy(rows, way.isSingle ?? false);
  const checked = await checkEach(rows, async (one) => {
    if (stored) assertRules(one.draft, rowIn(stored, one), one.model);
    const targets = await checkReferences(one, found(one));
    // Of a single write this shows once its row is hidden; here the problems of the others would tell which owners exist.
    if (rows.length > 1) await refuseHiddenOwners(one, wouldBeHidden);
    return { write: one, targets };
  });
  if (guards.length > 0) await askGuards(rows, guards);
  return checked;
}

/** 5. Store: first the changes, then the new rows, then the links of both. */
async function store(checked: readonly CheckedWrite[], way: Way): Promise<readonly StoredWrite[]> {
  const due = way.plan.guards.length > 0 ? await given(checked, way) : checked;
  const isLinking = due.some(({ targets }) => targets.size > 0);
  return isLinking ? storeWithLinks(due, way) : storeRows(due, way);
}

/** The writes with the values that the service gives them at last. */
async function given(
  checked: readonly CheckedWrite[],
  { plan: { guards } }: Way,
): Promise<readonly CheckedWrite[]> {
  const writes = await withGiven(
    checked.map(({ write: one }) => one),
    guards,
  );
  return checked.map(({ targets }, at) => ({ write: writes[at]!, targets }));
}

async function storeWithLinks(
  checked: readonly CheckedWrite[],
  way: Way,
): Promise<readonly StoredWrite[]> {
  const linked = new Map<Write, Targets>();
  for (const { write: one, targets } of checked)
    if (one.id !== null) linked.set(one, await targetsBefore(one.id, targets, one));
  const written = await storeRows(checked, way);
  for (const [at, { write: one, targets }] of checked.entries())
    await writeTargets(written[at]!.id, targets, linked.get(one) ?? NO_TARGETS, one);
  return written;
}

/** The rows of writes in the same order, with what the statements returned of them. */
async function storeRows(
  checked: readonly CheckedWrite[],
  { plan: { lines }, isSingle }: Way,
): Promise<readonly StoredWrite[]> {
  const any = checked[0]!.write;
  const changes: RowChange[] = [];
  const added: Readonly<Values>[] = [];
  for (const { write: one } of checked)
    if (one.id === null) added.push(one.draft.columns);
    else if (!isEmpty(one.draft)) changes.push({ id: one.id, draft: one.draft.columns });
  // Only of a row that is written alone a statement returns anything.
  const returning = checked.length === 1 ? returningOf(any) : null;
  const touched = lines && (await lines.begin(changes, added, any));
  const changed = await updateRows(touched?.changes ?? changes, returning, any);
  if (isSingle && changed.length < changes.length)
    throw refusedTogether([{ index: any.index, problem: await notFoundFor(any.id!, any) }]);
  const inserted = await insertRows(added, returning, any);
  await touched?.end();
  let [nextChange, nextNew] = [0, 0];
  return checked.map(({ write: one }): StoredWrite => {
    if (one.id !== null && isEmpty(one.draft)) return { id: one.id, row: null, write: one };
    const { id, row } = one.id === null ? inserted[nextNew++]! : changed[nextChange++]!;
    return { id, row, write: one };
  });
}

/** 6. Read: records as their writer sees them; who would not see one may not write it. */
function read(
  written: readonly StoredWrite[],
  { answer }: Way,
): Promise<readonly Row[]> | readonly Row[] {
  if (answer === 'records') return readWritten(written);
  return answer === 'seen' ? requireWritten(written) : [];
}

/** 7. After: lines are written, and hooks have the row as it has become. */
function after(
  written: readonly StoredWrite[],
  records: readonly Row[],
  stored: StoredRows | null,
  { plan }: Way,
): Promise<readonly Row[]> | readonly Row[] {
  return plan.needs.always.has('after')
    ? afterStored(written, records, stored ?? NO_ROWS, plan)
    : shownTo(written, records);
}

async function afterStored(
  written: readonly StoredWrite[],
  records: readonly Row[],
  stored: StoredRows,
  { lines, hooks }: WritePlan,
): Promise<readonly Row[]> {
  const rows = written.map(({ id, write: one }) => ({
    id,
    before: rowIn(stored, one),
    isNew: one.id === null,
    draft: one.draft,
  }));
  await tellWritten(rows, written[0]!.write);
  if (lines) for (const { id, write: one } of written) await lines.store(id, one);
  await afterSave(rows, written[0]!.write);
  // 8. Commit: what waits for it has the row as the hooks have left it.
  await followWrites(rows, written[0]!.write);
  const now: Row[] = [];
  for (const [at, record] of records.entries()) {
    const { write: one } = written[at]!;
    const isChanged = hooks.afterSave !== undefined || hasLines(one.draft);
    now.push(isChanged ? await readAgain(record, one) : record);
  }
  return shownTo(written, now);
}

/** Records as their writers are sent them: who creates a record knows it. */
const shownTo = (written: readonly StoredWrite[], records: readonly Row[]): readonly Row[] =>
  records.map((record, at) => {
    const { id, grant } = written[at]!.write;
    return id === null ? record : shownRecord(record, grant);
  });
