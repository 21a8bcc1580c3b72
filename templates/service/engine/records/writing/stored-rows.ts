import type { RawRow, BulkColumn } from '../../database/dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { Values } from '../../model/hooks.js';
import type { ModelInfo } from '../../model/model-info.js';
import { readLinks } from '../reading/links.js';
import { decodeRow, selectColumns } from '../reading/select-columns.js';
import { authorize, reading, withoutRules, type Rows, type Work } from '../scope.js';
import { turnAt } from './check-each.js';
import type { RowChange } from './draft.js';

/** Whole rows as stored, by id, including hidden columns and all links: for hooks and rules only. */
export async function readStoredRows(
  ids: readonly RecordId[],
  work: Work,
): Promise<ReadonlyMap<RecordId, Values>> {
  const { core, model, session } = work;
  const { dialect } = core;
  const [id, ...more] = ids;
  const isOne = more.length === 0;
  const statement = core.statements.byKey(`stored ${isOne} ${model.name}`, () => {
    const { columns, rowKey, table } = model;
    const from = `${selectColumns(columns, model, dialect)} FROM ${dialect.quote(table)}`;
    const mark = dialect.placeholder(1);
    return `SELECT ${from} WHERE ${isOne ? rowKey.is(mark, dialect) : rowKey.among(mark, dialect)}`;
  });
  const rows = await session.rows(statement, [
    isOne ? dialect.encode(id, model.key) : dialect.encodeList(ids, model.key),
  ]);
  const found = rows.map((row) => decodeRow(row, model.columns, dialect));
  if (found.length > 0 && model.links.length > 0) {
    const everything = authorize(withoutRules(work), 'show');
    await readLinks(found, model.links, reading(everything, session));
  }
  return new Map(found.map((values) => [values['id'] as RecordId, values]));
}

/** What a write statement returns of its row. */
export interface Returning {
  /** Equal for equal `select`. */
  readonly key: string;
  readonly select: string;
}

/** A row that a statement has written, with what it returned of it. */
export interface StoredRow {
  readonly id: RecordId;
  readonly row: RawRow | null;
}

/** A bulk statement writes at most so many rows. */
const CHUNK = 500;

/**
 * Inserts rows and returns their ids in the same order: one by a statement that returns its `returning` columns, many by few
 * statements. Fields that a draft leaves out get their defaults; timestamps are set here.
 */
export async function insertRows(
  drafts: readonly Readonly<Values>[],
  returning: Returning | null,
  rows: Rows,
): Promise<readonly StoredRow[]> {
  const { core, model, session } = rows;
  const { dialect } = core;
  if (drafts.length === 0) return [];
  if (drafts.length === 1) return [await insertRow(drafts[0]!, returning, rows)];
  if (!canWriteTogether(rows)) return insertEach(drafts, returning, rows);
  const { idOf } = model.rowKey;
  const ids = idOf ? drafts.map(idOf) : await reserved(drafts, rows);
  if (!ids) return insertEach(drafts, returning, rows);
  // A key that a draft has is among its values.
  const counted = idOf ? [] : [model.key];
  const values = drafts.map((draft) => insertedValues(draft, model));
  for (const run of runsOf(values)) {
    const encoded = run.rows.map(({ at, values: one }) => [
      ...counted.map((column) => dialect.encode(ids[at], column)),
      ...encodedOf(run, one, rows),
    ]);
    await dialect.insertRows(session, model.table, [...counted, ...run.columns], encoded);
  }
  return ids.map((id) => ({ id, row: null }));
}

/** Ids that the database counts for new rows, before these are inserted; null for a table whose ids come from elsewhere. */
async function reserved(
  drafts: readonly Readonly<Values>[],
  { core: { dialect }, model: { table, key }, session }: Rows,
): Promise<readonly RecordId[] | null> {
  const ids = await dialect.reserveIds(session, table, drafts.length, key.column);
  return ids.some((id) => id < 1) ? null : ids.map((id) => dialect.decode(id, key) as RecordId);
}

async function insertEach(
  drafts: readonly Readonly<Values>[],
  returning: Returning | null,
  rows: Rows,
): Promise<readonly StoredRow[]> {
  const stored: StoredRow[] = [];
  for (const [index, draft] of drafts.entries()) {
    const turn = turnAt(index);
    if (turn) await turn;
    stored.push(await insertRow(draft, returning, rows));
  }
  return stored;
}

async function insertRow(
  draft: Readonly<Values>,
  returning: Returning | null,
  { core, model, session }: Rows,
): Promise<StoredRow> {
  const values = insertedValues(draft, model);
  const { dialect } = core;
  const columns = [...values.keys()];
  const shape = `insert ${model.name} ${namesOf(columns)} ${returning?.key}`;
  const statement = core.statements.byKey(shape, () => {
    const marks = columns.map((_, index) => dialect.placeholder(index + 1));
    const into = `INSERT INTO ${dialect.quote(model.table)}`;
    const row =
      columns.length > 0
        ? `(${selectColumns(columns, model, dialect)}) VALUES (${marks.join(', ')})`
        : 'DEFAULT VALUES';
    const given = returning ? `, ${returning.select}` : '';
    return `${into} ${row} RETURNING ${model.rowKey.id(dialect)}${given}`;
  });
  const bound = columns.map((column) => dialect.encode(values.get(column), column));
  const [[id, ...row] = []] = await session.rows(statement, bound);
  return { id: dialect.decode(id, model.key) as RecordId, row: returning && row };
}

/**
 * Updates columns of rows, each its own, their timestamps and their versions: one row by a statement that returns its `returning`
 * columns, many by few statements where that is faster. Returns the rows that have been there, in the same order.
 */
export async function updateRows(
  changes: readonly RowChange[],
  returning: Returning | null,
  rows: Rows,
): Promise<readonly StoredRow[]> {
  const { core, model, session } = rows;
  const { updateRows: together } = core.dialect;
  const [first, ...others] = changes;
  if (!first) return [];
  if (others.length === 0) return storedRow(first, await updateRow(first, returning, rows));
  if (!together || !canWriteTogether(rows)) return updateEach(changes, returning, rows);
  const version = model.columns.find(({ role }) => role === 'version')?.column ?? null;
  const values = changes.map(({ draft, at }) => updatedValues(draft, model, at));
  for (const run of runsOf(values)) {
    if (run.columns.length === 0 && version === null) continue;
    const columns: readonly BulkColumn[] = [...model.keyColumns, ...run.columns];
    const encoded = run.rows.map(({ at, values: one }) => [
      ...model.rowKey.stored(changes[at]!.id, core.dialect),
      ...encodedOf(run, one, rows),
    ]);
    const keys = model.keyColumns.length;
    await together(session, { table: model.table, columns, rows: encoded }, version, keys);
  }
  return changes.map(({ id }) => ({ id, row: null }));
}

async function updateEach(
  changes: readonly RowChange[],
  returning: Returning | null,
  rows: Rows,
): Promise<readonly StoredRow[]> {
  const stored: StoredRow[] = [];
  for (const [index, change] of changes.entries()) {
    const turn = turnAt(index);
    if (turn) await turn;
    stored.push(...storedRow(change, await updateRow(change, returning, rows)));
  }
  return stored;
}

/** The row that `updateRow` has changed; none where there is no such row. */
const storedRow = ({ id }: RowChange, row: RawRow | null | undefined): readonly StoredRow[] =>
  row === undefined ? [] : [{ id, row }];

/** The row as returned, null where nothing was asked for; undefined where there is no such row. */
async function updateRow(
  { id, draft, at }: RowChange,
  returning: Returning | null,
  { core, model, session }: Rows,
): Promise<RawRow | null | undefined> {
  const values = updatedValues(draft, model, at);
  const version = model.columns.find((column) => column.role === 'version');
  if (values.size === 0 && !version) return null;
  const { dialect } = core;
  const columns = [...values.keys()];
  const shape = `update ${model.name} ${namesOf(columns)} ${returning?.key}`;
  const statement = core.statements.byKey(shape, () => {
    const sets = columns.map(
      ({ column }, index) => `${dialect.quote(column)} = ${dialect.placeholder(index + 1)}`,
    );
    if (version)
      sets.push(`${dialect.quote(version.column)} = ${dialect.quote(version.column)} + 1`);
    const where = model.rowKey.is(dialect.placeholder(columns.length + 1), dialect);
    const given = returning ? ` RETURNING ${returning.select}` : '';
    return `UPDATE ${dialect.quote(model.table)} SET ${sets.join(', ')} WHERE ${where}${given}`;
  });
  const bound = columns.map((column) => dialect.encode(values.get(column), column));
  const [row] = await session.rows(statement, [...bound, dialect.encode(id, model.key)]);
  return returning ? row : null;
}

/** Deletes a row, or soft-deletes it where the model has soft deletion. */
export async function deleteRow(id: RecordId, { core, model, session }: Rows): Promise<void> {
  const { dialect } = core;
  const mark = model.columns.find((column) => column.role === 'deleted');
  const key = dialect.encode(id, model.key);
  const table = dialect.quote(model.table);
  const where = (index: number) => `WHERE ${model.rowKey.is(dialect.placeholder(index), dialect)}`;
  if (!mark) {
    const statement = core.statements.byKey(
      `delete ${model.name}`,
      () => `DELETE FROM ${table} ${where(1)}`,
    );
    return void (await session.run(statement, [key]));
  }
  const statement = core.statements.byKey(
    `mark deleted ${model.name}`,
    () =>
      `UPDATE ${table} SET ${dialect.quote(mark.column)} = ${dialect.placeholder(1)} ${where(2)}`,
  );
  await session.run(statement, [dialect.encode(new Date().toISOString(), mark), key]);
}

/** What an insert sets, by column: the database fills in the others. */
export function insertedValues(
  draft: Readonly<Values>,
  model: ModelInfo,
): ReadonlyMap<ColumnInfo, unknown> {
  const now = new Date().toISOString();
  const values = new Map<ColumnInfo, unknown>();
  for (const column of model.stored) {
    const value = column.name in draft ? draft[column.name] : initialValue(column, now);
    if (value !== undefined) values.set(column, value);
  }
  return values;
}

/** The initial value of a column that is not set; undefined leaves it to the database. */
function initialValue(column: ColumnInfo, now: string): unknown {
  if (column.role === 'created' || column.role === 'updated') return now;
  if (column.role === 'version') return 1;
  if (column.role === 'hidden' && column.default?.kind === 'value') return column.default.value;
  return undefined;
}

/** What an update sets, by column, but for a version, which it counts up. */
export function updatedValues(
  draft: Readonly<Values>,
  model: ModelInfo,
  at = new Date().toISOString(),
): ReadonlyMap<ColumnInfo, unknown> {
  const values = new Map<ColumnInfo, unknown>();
  for (const column of model.stored) {
    if (column.role === 'updated') values.set(column, at);
    else if (column.name in draft) values.set(column, draft[column.name]);
  }
  return values;
}

/** Equal for equal columns. */
function namesOf(columns: Iterable<ColumnInfo>): string {
  let names = '';
  for (const { name } of columns) names += `${name},`;
  return names;
}

/** Rows that set the same columns, one behind the other, with their positions. */
interface Run {
  readonly columns: readonly ColumnInfo[];
  readonly rows: { readonly at: number; readonly values: ReadonlyMap<ColumnInfo, unknown> }[];
}

/** Whether the values fit into a bulk statement, which casts them: those of a transformer may be of any type, and a trigger may do anything. */
const canWriteTogether = ({ core, model }: Rows): boolean =>
  !core.triggered.has(model.table) &&
  model.stored.every(({ added, transformer }) => transformer === null && !added?.cutsOff);

function runsOf(all: readonly ReadonlyMap<ColumnInfo, unknown>[]): readonly Run[] {
  const runs: Run[] = [];
  let last = '';
  for (const [at, values] of all.entries()) {
    const names = namesOf(values.keys());
    if (runs.length === 0 || names !== last || runs.at(-1)!.rows.length === CHUNK)
      runs.push({ columns: [...values.keys()], rows: [] });
    runs.at(-1)!.rows.push({ at, values });
    last = names;
  }
  return runs;
}

const encodedOf = (
  { columns }: Run,
  values: ReadonlyMap<ColumnInfo, unknown>,
  { core: { dialect } }: Rows,
): unknown[] => columns.map((column) => dialect.encode(values.get(column), column));
