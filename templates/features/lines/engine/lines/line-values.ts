import { createHash, randomUUID } from 'node:crypto';
import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { Values } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import { decodeRow, selectColumns } from '../records/reading/select-columns.js';
import { positionOf } from './read-lines.js';
import type { Rows } from '../records/scope.js';
import type { LineItem } from '../records/writing/draft.js';

// Databases compare unique values after each row, and not at the end of a request: of two lines that swap theirs, the first would
// meet the second. So lines let go of a value that another line of the request is to have, until they get their own new one.

/** Values that lines have let go of, by line: of its fields as they were. */
export type SetAside = ReadonlyMap<RecordId, Readonly<Values>>;

/** A line that is changed, with the values of a unique group before and after. */
interface ChangedLine {
  readonly id: RecordId;
  readonly before: Readonly<Values>;
  readonly after: Readonly<Values>;
}

/** Lets lines go of unique values that others of the request are to have; only of those that are about to be written. */
export async function setValuesAside(
  items: readonly LineItem[],
  settled: Readonly<Values>,
  rows: Rows,
): Promise<SetAside> {
  const aside = new Map<RecordId, Values>();
  for (const names of groupsOf(items, rows.model)) {
    const columns = names.map((name) => rows.model.column.get(name)!);
    const lines = await changedLines(items, columns, rows);
    const wanted = [...lines.map(({ after }) => after), ...newLines(items, settled)];
    const keys = new Set(wanted.map((values) => keyOf(names, values)));
    for (const line of lines) {
      const key = keyOf(names, line.before);
      if (key === null || !keys.has(key) || key === keyOf(names, line.after)) continue;
      const column = columns.find((one) => isFree(one, line, aside));
      if (!column) continue;
      await letGo(line.id, column, lines, rows);
      aside.set(line.id, { ...aside.get(line.id), [column.name]: line.before[column.name] });
    }
  }
  return aside;
}

/** Unique groups of which a line is to have other values. Numbers in order have their own way: `placesOf`. */
function groupsOf(items: readonly LineItem[], model: ModelInfo): readonly (readonly string[])[] {
  const changed = new Set(
    items.flatMap(({ id, draft }) => (id === null ? [] : Object.keys(draft.columns))),
  );
  const position = positionOf(model)?.name;
  return model.uniques
    .map(({ columns }) => columns)
    .filter((names) => names.some((name) => changed.has(name)) && !names.includes(position ?? ''));
}

const newLines = (items: readonly LineItem[], settled: Readonly<Values>): readonly Values[] =>
  items.filter(({ id }) => id === null).map(({ draft }) => ({ ...draft.columns, ...settled }));

async function changedLines(
  items: readonly LineItem[],
  columns: readonly ColumnInfo[],
  { core, model, session }: Rows,
): Promise<readonly ChangedLine[]> {
  const { dialect } = core;
  const drafts = new Map(
    items.flatMap(({ id, action, draft }) =>
      id !== null && action === 'edit' ? [[id, draft.columns] as const] : [],
    ),
  );
  const read = [model.key, ...columns];
  const names = columns.map(({ name }) => name).join();
  const statement = core.statements.byKey(`unique values ${model.name} ${names}`, () => {
    const from = `${selectColumns(read, model, dialect)} FROM ${dialect.quote(model.table)}`;
    return `SELECT ${from} WHERE ${model.rowKey.among(dialect.placeholder(1), dialect)}`;
  });
  const found = await session.rows(statement, [dialect.encodeList([...drafts.keys()], model.key)]);
  return found.map((row) => {
    const before = decodeRow(row.slice(1), columns, dialect);
    const id = dialect.decode(row[0], model.key) as RecordId;
    return { id, before, after: { ...before, ...pick(drafts.get(id)!, before) } };
  });
}

const pick = (values: Readonly<Values>, like: Readonly<Values>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in like));

/** Equal for values that may not be there twice; null for those that may, as one of them is null. */
function keyOf(names: readonly string[], values: Readonly<Values>): string | null {
  const all = names.map((name) => values[name] ?? null);
  return all.includes(null) ? null : JSON.stringify(all);
}

/** Whether the new value of a column comes with the write, and a stand-in can be in its place until then. */
const isFree = (column: ColumnInfo, { id, before, after }: ChangedLine, aside: SetAside): boolean =>
  !Object.is(before[column.name], after[column.name]) &&
  !(column.name in (aside.get(id) ?? {})) &&
  column.transformer === null &&
  (column.nullable || standIn(column, id, []) !== null);

async function letGo(
  id: RecordId,
  column: ColumnInfo,
  lines: readonly ChangedLine[],
  { core, model, session }: Rows,
): Promise<void> {
  const { dialect } = core;
  const statement = core.statements.byKey(`let go ${model.name} ${column.name}`, () => {
    const [table, name] = [model.table, column.column].map((one) => dialect.quote(one));
    const where = model.rowKey.is(dialect.placeholder(2), dialect);
    return `UPDATE ${table} SET ${name} = ${dialect.placeholder(1)} WHERE ${where}`;
  });
  const value = column.nullable ? null : standIn(column, id, lines);
  await session.run(statement, [dialect.encode(value, column), dialect.encode(id, model.key)]);
}

/** A number for the stand-ins of a line; two lines have different numbers. */
const numberOf = (id: RecordId): number =>
  typeof id === 'number' ? id : createHash('sha256').update(id).digest().readUIntBE(0, 6);

/** Characters for private use, which nobody types. */
const [PRIVATE, PRIVATE_COUNT] = [0xe000, 6400];

/** A value of a line that no other has; null where its type has none to spare. */
function standIn(column: ColumnInfo, id: RecordId, lines: readonly ChangedLine[]): unknown {
  const { name, type, reference, max } = column;
  if (reference) return null;
  if (type === 'uuid') return randomUUID();
  if (type === 'integer') {
    const numbers = lines.flatMap(({ before, after }) => [before[name], after[name]]).map(Number);
    return Math.min(0, ...numbers) - 1 - lines.findIndex((line) => line.id === id);
  }
  if (type !== 'string' && type !== 'text') return null;
  let text = '';
  for (let left = numberOf(id); left > 0; left = Math.floor(left / PRIVATE_COUNT))
    text += String.fromCharCode(PRIVATE + (left % PRIVATE_COUNT));
  return text.length <= (max ?? Infinity) ? text : null;
}
