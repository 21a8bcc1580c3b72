import { statementOf } from '../database/dialect.js';
import { idsHeld, type Owner } from './held-rows.js';
import type { Mentions } from './mentions.js';
import type { Erasing, PersonalRows, PersonalTable, StoredFile } from './personal-tables.js';
import type { Place } from './stored-rows.js';
import { forIds, type TableId } from './table-ids.js';

/** Rows of a table that have to do with a person, and what erasing does with them. */
export interface FoundRows {
  readonly table: PersonalTable;
  readonly ids: readonly TableId[];
  readonly erase: Erasing;
  /** Whether they are the person's with what they have outside of the database. */
  readonly isWhole: boolean;
}

/** By what rows of tables are found that are no models. */
export interface Sought {
  /** The ids of users that the person is. */
  readonly users: readonly unknown[];
  /** The names and addresses by which they sign in, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly mentions: Mentions;
  /** The records of which something goes. */
  readonly owners: readonly Owner[];
}

/** Finds the rows of tables by the columns that these tables tell of; those that tell of records are found by their records. */
export async function rowsInTables(
  tables: readonly PersonalTable[],
  sought: Sought,
  place: Place,
): Promise<readonly FoundRows[]> {
  const found: FoundRows[] = [];
  for (const table of tables) {
    const treated = new Map<TableId, Erasing>();
    for (const rows of inOrder(table.rows ?? [])) {
      if ('record' in rows) continue;
      const all = await idsOf(table.table, rows, sought, place);
      const { erase } = rows;
      const others = all.filter((id) => !includes(treated.get(id), erase));
      const ids = await unlikeErased(table.table, others, erase, place);
      for (const id of ids) treated.set(id, erase);
      const isWhole = 'whole' in rows;
      if (ids.length > 0) found.push({ table, ids, erase, isWhole });
    }
  }
  return found;
}

/** Whether nothing is left to do for a row once it is erased in another way: one that goes needs no columns emptied. */
const includes = (done: Erasing | undefined, erase: Erasing): boolean =>
  done === 'delete' ||
  (done !== undefined && erase !== 'delete' && Object.keys(erase).every((name) => name in done));

/** Rows that erasing still changes: all that it deletes, and those whose columns have other values than it gives them. */
async function unlikeErased(
  table: string,
  ids: readonly TableId[],
  erase: Erasing,
  { session, dialect }: Place,
): Promise<readonly TableId[]> {
  if (erase === 'delete' || ids.length === 0) return ids;
  const differs = Object.entries(erase).map(([column, value], at) => {
    const [now, then] = [dialect.quote(column), dialect.placeholder(at + 1)];
    // JSON has no equality on PostgreSQL.
    const isJson = typeof value === 'object' && value !== null;
    return isJson
      ? `CAST(${now} AS text) IS DISTINCT FROM CAST(${then} AS text)`
      : `${now} IS DISTINCT FROM ${then}`;
  });
  const values = boundValues(erase, dialect);
  const found: TableId[] = [];
  await forIds(ids, dialect, values.length, async (list, some) => {
    const sql = `SELECT id FROM ${dialect.quote(table)} WHERE id IN (${list}) AND (${differs.join(' OR ')}) ORDER BY id`;
    const rows = await session.rows(statementOf(sql), [...values, ...some]);
    found.push(...rows.map(([id]) => id as TableId));
  });
  return found;
}

/** The values that erasing gives columns, as a statement binds them. */
export const boundValues = (
  erase: Exclude<Erasing, 'delete'>,
  dialect: Place['dialect'],
): readonly unknown[] =>
  Object.values(erase).map((value) => {
    if (typeof value === 'boolean') return dialect.encode(value, BOOLEAN);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });

const BOOLEAN = { type: 'boolean', transformer: null } as const;

const inOrder = (rows: readonly PersonalRows[]): readonly PersonalRows[] => {
  const isDeleted = (one: PersonalRows) => 'erase' in one && one.erase === 'delete';
  return [...rows.filter(isDeleted), ...rows.filter((one) => !isDeleted(one))];
};

function idsOf(
  table: string,
  rows: Exclude<PersonalRows, { readonly record: object }>,
  { users, names, mentions, owners }: Sought,
  place: Place,
): Promise<readonly TableId[]> {
  if ('user' in rows) return idsByUser(table, rows, users, place);
  if ('held' in rows) return idsHeld(table, rows.held, owners, place);
  if ('name' in rows)
    return idsWith(table, rows.name, (text) => names.has(text.trim().toLowerCase()), place);
  if ('text' in rows) return idsWith(table, rows.text, (text) => mentions.areIn(text), place);
  return idsByFile(table, rows.file, mentions, place);
}

async function idsByUser(
  table: string,
  { user, where = {} }: Extract<PersonalRows, { readonly user: string }>,
  users: readonly unknown[],
  { session, dialect }: Place,
): Promise<readonly TableId[]> {
  if (users.length === 0) return [];
  const values: unknown[] = [];
  const conditions = Object.entries({ [user]: users, ...where }).map(([column, some]) => {
    const marks = some.map((value) => dialect.placeholder(values.push(value)));
    return `${dialect.quote(column)} IN (${marks.join(', ')})`;
  });
  const sql = `SELECT id FROM ${dialect.quote(table)} WHERE ${conditions.join(' AND ')} ORDER BY id`;
  const rows = await session.rows(statementOf(sql), values);
  return rows.map(([id]) => id as TableId);
}

/** Rows of one statement. */
const PAGE = 500;

/** The rows whose text in a column is one of those that are looked for: each is read, as no index finds them. */
export async function idsWith(
  table: string,
  column: string,
  isSought: (text: string) => boolean,
  { session, dialect }: Place,
): Promise<readonly TableId[]> {
  const [from, text] = [table, column].map((name) => dialect.quote(name));
  const found: TableId[] = [];
  for (let after: readonly unknown[] = []; ;) {
    const behind = after.length > 0 ? `id > ${dialect.placeholder(1)} AND ` : '';
    const sql = `SELECT id, CAST(${text} AS text) FROM ${from} WHERE ${behind}${text} IS NOT NULL ORDER BY id LIMIT ${PAGE}`;
    const rows = await session.rows(statementOf(sql), after);
    for (const [id, value] of rows) if (isSought(String(value))) found.push(id as TableId);
    if (rows.length < PAGE) return found;
    after = [rows.at(-1)![0]];
  }
}

/** The beginning of a ZIP archive, as XLSX files are: what is in it cannot be told without unpacking it. */
const PACKED = 'PK\u0003\u0004';

async function idsByFile(
  table: string,
  { table: pieces, column, by, order }: StoredFile,
  mentions: Mentions,
  { session, dialect }: Place,
): Promise<readonly TableId[]> {
  const quoted = [column, pieces, by, order].map((name) => dialect.quote(name));
  const [data, from, owner, position] = quoted as [string, string, string, string];
  const ids = await session.rows(
    statementOf(`SELECT id FROM ${dialect.quote(table)} ORDER BY id`),
    [],
  );
  const sql = `SELECT ${data} FROM ${from} WHERE ${owner} = ${dialect.placeholder(1)} ORDER BY ${position}`;
  const found: TableId[] = [];
  for (const [id] of ids) {
    const rows = await session.rows(statementOf(sql), [id]);
    const bytes = Buffer.concat(rows.map(([piece]) => Buffer.from(String(piece), 'base64')));
    const texts = ['utf8', 'latin1', 'utf16le'].map((form) =>
      bytes.toString(form as BufferEncoding),
    );
    const isPacked = texts[1]!.startsWith(PACKED);
    if (isPacked || texts.some((text) => mentions.areIn(text))) found.push(id as TableId);
  }
  return found;
}
