import type { ObjectLiteral } from 'typeorm';
import type { RawRow, Session } from '../../database/dialect.js';
import type { RecordId } from '../../fields/record-id.js';
import { readLinks } from '../reading/links.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Values } from '../../model/hooks.js';
import { decodeRow, selectColumns } from '../reading/record-reader.js';
import { nextParents, nextStamps, parentsOf, touch, touchParents } from './line-parents.js';
import { authorize, reading, withoutRules, type Rows, type Work } from '../scope.js';

/** The whole row as stored, including hidden columns and all links: for hooks and rules only. */
export async function readStored(id: RecordId, work: Work): Promise<Values | null> {
  const { core, model, session } = work;
  const { dialect } = core;
  const statement = core.statements.byKey(`stored ${model.name}`, () => {
    const from = `${selectColumns(model.columns, dialect)} FROM ${dialect.quote(model.table)}`;
    return `SELECT ${from} WHERE ${dialect.quote(model.key.column)} = ${dialect.placeholder(1)}`;
  });
  const [values = null] = await storedValues(await session.rows(statement, [id]), work);
  return values;
}

/** The same of many rows, by id. */
export async function readStoredRows(
  ids: readonly RecordId[],
  work: Work,
): Promise<ReadonlyMap<RecordId, Values>> {
  const { core, model, session } = work;
  const { dialect } = core;
  const statement = core.statements.byKey(`stored rows ${model.name}`, () => {
    const from = `${selectColumns(model.columns, dialect)} FROM ${dialect.quote(model.table)}`;
    const key = dialect.quote(model.key.column);
    return `SELECT ${from} WHERE ${dialect.inList(key, dialect.placeholder(1), model.key)}`;
  });
  const rows = await session.rows(statement, [dialect.encodeList(ids, model.key)]);
  const found = await storedValues(rows, work);
  return new Map(found.map((values) => [values['id'] as RecordId, values]));
}

async function storedValues(rows: readonly RawRow[], work: Work): Promise<Values[]> {
  const { core, model, session } = work;
  const found = rows.map((row) => decodeRow(row, model.columns, core.dialect));
  if (found.length === 0) return found;
  const everything = authorize(withoutRules(work), 'show');
  await readLinks(found, model.links, reading(everything, session));
  return found;
}

/** What a write statement returns of its row. */
export interface Returning {
  /** Equal for equal `select`. */
  readonly key: string;
  readonly select: string;
}

/**
 * Inserts a row and returns its id, with the `returning` columns; fields that the draft leaves out get their defaults,
 * timestamps are set here.
 */
export async function insertRow(
  draft: Readonly<Values>,
  returning: Returning | null,
  rows: Rows,
): Promise<Inserted> {
  const inserted = await insertAlone(draft, returning, rows);
  await touchParents(nextParents([draft], rows), rows);
  return inserted;
}

/** A new row, with what the statement returned of it. */
interface Inserted {
  readonly id: RecordId;
  readonly row: RawRow | null;
}

/** The statement of an insert, without what it means for the record to which a line belongs. */
export async function insertAlone(
  draft: Readonly<Values>,
  returning: Returning | null,
  { core, model, session }: Rows,
): Promise<Inserted> {
  const values = insertedValues(draft, model);
  if (model.path === 'repository') {
    return { id: await saveEntity(null, values, session, model), row: null };
  }
  const { dialect } = core;
  const columns = [...values.keys()];
  const shape = `insert ${model.name} ${namesOf(columns)} ${returning?.key}`;
  const statement = core.statements.byKey(shape, () => {
    const marks = columns.map((_, index) => dialect.placeholder(index + 1));
    const into = `INSERT INTO ${dialect.quote(model.table)}`;
    const row =
      columns.length > 0
        ? `(${selectColumns(columns, dialect)}) VALUES (${marks.join(', ')})`
        : 'DEFAULT VALUES';
    const given = returning ? `, ${returning.select}` : '';
    return `${into} ${row} RETURNING ${dialect.quote(model.key.column)}${given}`;
  });
  const bound = columns.map((column) => dialect.encode(values.get(column), column));
  const [[id, ...row] = []] = await session.rows(statement, bound);
  return { id: Number(id), row: returning && row };
}

/** What an insert sets, by column. */
export function insertedValues(
  draft: Readonly<Values>,
  model: ModelInfo,
): ReadonlyMap<ColumnInfo, unknown> {
  const now = new Date().toISOString();
  const values = new Map<ColumnInfo, unknown>();
  for (const column of model.columns) {
    const value = column.name in draft ? draft[column.name] : initialValue(column, now);
    if (value !== undefined) values.set(column, value);
  }
  return values;
}

/** What an update sets, by column, but for a version, which it counts up. */
export function updatedValues(
  draft: Readonly<Values>,
  model: ModelInfo,
  at = new Date().toISOString(),
): ReadonlyMap<ColumnInfo, unknown> {
  const values = new Map<ColumnInfo, unknown>();
  for (const column of model.columns) {
    if (column.role === 'updated') values.set(column, at);
    else if (column.name in draft) values.set(column, draft[column.name]);
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

/** Updates columns of a row, its timestamp and its version; returns the `returning` columns. */
export async function updateRow(
  id: RecordId,
  draft: Readonly<Values>,
  returning: Returning | null,
  rows: Rows,
): Promise<RawRow | null> {
  const at = (await nextStamps([id], rows)).get(id);
  if (!rows.model.lineParent) return change({ id, draft, at }, returning, rows);
  const parents = await parentsOf([id], rows);
  const row = await change({ id, draft, at }, returning, rows);
  await touchParents([...parents, ...nextParents([draft], rows)], rows);
  return row;
}

/** What changes of a row; `at` which time, where that must not be now. */
export interface RowChange {
  readonly id: RecordId;
  readonly draft: Readonly<Values>;
  readonly at: string | undefined;
}

/** The statement of a change, without what it means for the record to which a line belongs. */
export async function change(
  { id, draft, at }: RowChange,
  returning: Returning | null,
  rows: Rows,
): Promise<RawRow | null> {
  const { core, model, session } = rows;
  const values = updatedValues(draft, model, at);
  if (model.path === 'repository') {
    await saveEntity(id, values, session, model);
    if (at !== undefined) await touch(id, at, rows);
    return null;
  }
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
    const where = `${dialect.quote(model.key.column)} = ${dialect.placeholder(columns.length + 1)}`;
    const given = returning ? ` RETURNING ${returning.select}` : '';
    return `UPDATE ${dialect.quote(model.table)} SET ${sets.join(', ')} WHERE ${where}${given}`;
  });
  const bound = columns.map((column) => dialect.encode(values.get(column), column));
  const [row] = await session.rows(statement, [...bound, id]);
  return row ?? null;
}

/** Deletes a row, or soft-deletes it where the model has soft deletion. */
export async function deleteRow(id: RecordId, rows: Rows): Promise<void> {
  const parents = await parentsOf([id], rows);
  await erase(id, rows);
  await touchParents(parents, rows);
}

async function erase(id: RecordId, { core, model, session }: Rows): Promise<void> {
  const { dialect } = core;
  const mark = model.columns.find((column) => column.role === 'deleted');
  if (model.path === 'repository') return removeEntity(id, mark !== undefined, session, model);
  const table = dialect.quote(model.table);
  const where = (index: number) =>
    `WHERE ${dialect.quote(model.key.column)} = ${dialect.placeholder(index)}`;
  if (!mark) {
    const statement = core.statements.byKey(
      `delete ${model.name}`,
      () => `DELETE FROM ${table} ${where(1)}`,
    );
    return void (await session.run(statement, [id]));
  }
  const statement = core.statements.byKey(
    `mark deleted ${model.name}`,
    () =>
      `UPDATE ${table} SET ${dialect.quote(mark.column)} = ${dialect.placeholder(1)} ${where(2)}`,
  );
  await session.run(statement, [dialect.encode(new Date().toISOString(), mark), id]);
}

/** Saves through TypeORM, so that the developer's listeners and subscribers run. */
async function saveEntity(
  id: RecordId | null,
  values: ReadonlyMap<ColumnInfo, unknown>,
  session: Session,
  model: ModelInfo,
): Promise<RecordId> {
  const { manager } = session.runner();
  const meta = manager.dataSource.getMetadata(model.entity);
  const entity =
    id === null ? new model.entity() : await manager.findOneByOrFail(model.entity, { id });
  for (const [{ column: name, type, role }, value] of values) {
    // TypeORM sets the others itself.
    if (role !== 'data' && role !== 'hidden') continue;
    const column = meta.findColumnWithDatabaseName(name)!;
    const isMoment = type === 'datetime' && typeof value === 'string';
    column.setEntityValue(entity, isMoment ? new Date(value) : value);
  }
  const saved: ObjectLiteral = await manager.save(entity);
  return Number(saved.id);
}

async function removeEntity(
  id: RecordId,
  soft: boolean,
  session: Session,
  model: ModelInfo,
): Promise<void> {
  const { manager } = session.runner();
  const entity = await manager.findOneByOrFail(model.entity, { id });
  await (soft ? manager.softRemove(entity) : manager.remove(entity));
}

/** Equal for equal columns. */
export function namesOf(columns: Iterable<ColumnInfo>): string {
  let names = '';
  for (const { name } of columns) names += `${name},`;
  return names;
}
