import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../database/database.js';
import { statementOf } from '../database/dialect.js';
import type { RowContents } from '../service/project.js';
import { writeContents, type OwnedContents } from './export-contents.js';
import type { Held } from './find-person.js';
import type { PersonalTable } from './personal-tables.js';
import type { OwnedRow } from './reach.js';
import { forIds, type TableId } from './table-ids.js';

type Rows = Readonly<Record<string, readonly object[]>>;

/** What is held of a person, as others can read it. */
export interface PersonExport {
  readonly person: { readonly model: string; readonly id: unknown };
  readonly exported_at: string;
  /** Records by their model. */
  readonly records: Rows;
  /** Rows of other tables, without secrets. */
  readonly tables: Rows;
}

/** Everything that was found of a person: whole records, and of those that only name the person their ids. */
export async function exportOf(held: Held, database: Database): Promise<PersonExport> {
  const { person, rows, staying, tables, told } = held;
  const records = new Map<string, object[]>();
  const add = (name: string, record: object) =>
    records.set(name, [...(records.get(name) ?? []), record]);
  const whole = async (row: OwnedRow) => ({ ...shown(row), ...(await linksOf(row, database)) });
  for (const row of rows)
    add(row.model.name, row.fate === 'unlinked' ? named(row, row.emptied) : await whole(row));
  for (const { place, rows: kept, reason } of staying)
    for (const row of kept)
      add(row.model.name, reason === null ? named(row, [place.split('.')[1]!]) : await whole(row));
  const ids = new Map<PersonalTable, Set<TableId>>();
  const found = [
    ...tables,
    ...told.map(({ table, deleted, rewritten }) => ({
      table,
      ids: [...deleted, ...rewritten.keys()],
    })),
  ];
  for (const { table, ids: more } of found)
    ids.set(table, new Set([...(ids.get(table) ?? []), ...more]));
  const others: Record<string, readonly object[]> = {};
  for (const [table, some] of ids)
    if (some.size > 0) others[table.table] = await rowsOf(table, [...some], database);
  return {
    person: { model: person.model.name, id: person.id },
    exported_at: new Date().toISOString(),
    records: Object.fromEntries(records),
    tables: others,
  };
}

/** A record without what nobody reads, such as the digest of a password. */
function shown({ model, id, values }: OwnedRow): object {
  const columns = model.stored.filter(({ role }) => role !== 'hidden');
  return { id, ...Object.fromEntries(columns.map(({ name }) => [name, values[name]])) };
}

const named = ({ id, values }: OwnedRow, fields: Iterable<string>): object => ({
  id,
  ...Object.fromEntries([...fields].map((name) => [name, values[name]])),
});

/** The records to which a record is linked, by their keys. */
async function linksOf(
  { model, id }: OwnedRow,
  database: Database,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const { dialect } = database;
  const found: Record<string, readonly unknown[]> = {};
  for (const { name, table, ownColumn, otherColumn } of model.links) {
    const [own, other] = [ownColumn, otherColumn].map((column) => dialect.quote(column));
    const sql = `SELECT ${other} FROM ${dialect.quote(table)} WHERE ${own} = ${dialect.placeholder(1)} ORDER BY ${other}`;
    const values = [dialect.encode(id, model.key)];
    const rows = await database.read((session) => session.rows(statementOf(sql), values), {});
    found[name] = rows.map(([key]) => key);
  }
  return found;
}

async function rowsOf(
  { table, secret = [] }: PersonalTable,
  ids: readonly TableId[],
  { dataSource, dialect }: Database,
): Promise<readonly object[]> {
  const found: object[] = [];
  const placeholder = (at: number) => dataSource.driver.createParameter('id', at - 1);
  await forIds(ids, { placeholder }, 0, async (list, some) => {
    const sql = `SELECT * FROM ${dialect.quote(table)} WHERE id IN (${list}) ORDER BY id`;
    for (const row of await dataSource.query<Record<string, unknown>[]>(sql, [...some]))
      found.push(
        Object.fromEntries(Object.entries(row).filter(([name]) => !secret.includes(name))),
      );
  });
  return found;
}

/** What an export has beside its data. */
export interface ExportedContents {
  readonly owned: readonly OwnedContents[];
  readonly contents: readonly RowContents[];
}

/** Writes an export into a new folder, which only its owner reads; throws where there is one already. */
export async function writeExport(
  folder: string,
  data: PersonExport,
  { owned, contents }: ExportedContents,
): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  mkdirSync(folder, { mode: 0o700 });
  const files = await writeContents(folder, owned, contents);
  const whole = Object.keys(files).length > 0 ? { ...data, files } : data;
  const text = `${JSON.stringify(whole, null, 2)}\n`;
  writeFileSync(join(folder, 'person.json'), text, { mode: 0o600, flag: 'wx' });
}
