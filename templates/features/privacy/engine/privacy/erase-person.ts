import { newTokenVersion } from '../auth/access-control.js';
import { activeAdmins, usersTable } from '../auth/access-table.js';
import { markAccessChange } from '../auth/directory.js';
import { USERS } from '../auth/entities.js';
import { NO_PASSWORD } from '../auth/passwords.js';
import type { Database } from '../database/database.js';
import { statementOf } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { NumericId } from '../fields/record-id.js';
import { StartRefused } from '../settings/settings.js';
import { boundValues, type FoundRows } from './feature-rows.js';
import type { FoundLinks, Held } from './find-person.js';
import { personalColumns, replacement } from './personal-rules.js';
import type { PersonRow } from './reach.js';
import type { Place } from './stored-rows.js';
import { forIds, type TableId } from './table-ids.js';
import type { ToldRows } from './told-records.js';

/** Erases what was found of a person, in the transaction of its session. Throws where something keeps it from that. */
export async function erasePerson(held: Held, database: Database, place: Place): Promise<void> {
  if (held.obstacles.length > 0) throw new StartRefused(held.obstacles);
  for (const found of held.tables) await eraseFound(found, place);
  for (const told of held.told) await eraseTold(told, place);
  for (const links of held.links) await removeLinks(links, place);
  for (const row of held.rows) if (row.fate !== 'deleted') await changeRow(row, database, place);
  for (const row of held.rows) if (row.fate === 'deleted') await deleteRow(row, place);
  if (held.rows.some(({ model }) => model.table === USERS)) {
    await markAccessChange(place.session);
    await requireAdmin(database, place);
  }
}

async function eraseFound(
  { table: { table }, ids, erase }: FoundRows,
  place: Place,
): Promise<void> {
  const { dialect, session } = place;
  const from = dialect.quote(table);
  if (erase === 'delete') return deleteIds(table, ids, place);
  const sets = Object.keys(erase).map(
    (column, at) => `${dialect.quote(column)} = ${dialect.placeholder(at + 1)}`,
  );
  const values = boundValues(erase, dialect);
  await forIds(ids, dialect, values.length, (list, some) => {
    const sql = `UPDATE ${from} SET ${sets.join(', ')} WHERE id IN (${list})`;
    return session.run(statementOf(sql), [...values, ...some]);
  });
}

const deleteIds = (
  table: string,
  ids: readonly TableId[],
  { dialect, session }: Place,
): Promise<void> =>
  forIds(ids, dialect, 0, (list, some) =>
    session.run(statementOf(`DELETE FROM ${dialect.quote(table)} WHERE id IN (${list})`), some),
  );

async function eraseTold(
  { table: { table }, column, deleted, rewritten }: ToldRows,
  place: Place,
): Promise<void> {
  const { dialect, session } = place;
  const from = dialect.quote(table);
  await deleteIds(table, deleted, place);
  const [first, second] = [1, 2].map((at) => dialect.placeholder(at));
  const update = statementOf(
    `UPDATE ${from} SET ${dialect.quote(column)} = ${first} WHERE id = ${second}`,
  );
  for (const [id, text] of rewritten) await session.run(update, [text, id]);
}

async function removeLinks(
  { table, column, values }: FoundLinks,
  { dialect, session }: Place,
): Promise<void> {
  const marks = values.map((_, at) => dialect.placeholder(at + 1)).join(', ');
  const sql = `DELETE FROM ${dialect.quote(table)} WHERE ${dialect.quote(column)} IN (${marks})`;
  await session.run(statementOf(sql), values);
}

/** A column that gets another value. */
interface Change {
  readonly column: ColumnInfo;
  readonly value: unknown;
}

/** The new values of a row, as far as they differ from the present ones. */
export function changesOf({ model, id, values, fate, emptied }: PersonRow): readonly Change[] {
  const own = fate === 'unlinked' ? [] : personalColumns(model);
  const isUnique = (name: string): boolean =>
    model.uniques.some(({ columns }) => columns.includes(name)) ||
    model.stored.some((one) => one.derivedFrom === name && isUnique(one.name));
  const erased = own.flatMap(({ column, rule }) => {
    if (rule.way !== 'empty' && rule.way !== 'replace') return [];
    const source = model.column.get(column.derivedFrom ?? '') ?? column;
    const unique = isUnique(source.name);
    const value = rule.way === 'replace' ? replacement(source, rule, String(id), unique) : null;
    return [{ column, value: value ?? (column.nullable ? null : '') }];
  });
  const links = [...emptied].map((name) => ({ column: model.column.get(name)!, value: null }));
  return [...erased, ...links].filter(
    ({ column, value }) => (values[column.name] ?? null) !== value,
  );
}

async function changeRow(row: PersonRow, database: Database, place: Place): Promise<void> {
  const { dialect, session } = place;
  const { model, id } = row;
  const changes = changesOf(row);
  if (changes.length === 0) return;
  const sets = changes.map(
    ({ column }, at) => `${dialect.quote(column.column)} = ${dialect.placeholder(at + 1)}`,
  );
  const values = changes.map(({ column, value }) => dialect.encode(value, column));
  for (const { role, column, ...info } of model.stored) {
    if (role === 'version') sets.push(`${dialect.quote(column)} = ${dialect.quote(column)} + 1`);
    if (role !== 'updated') continue;
    values.push(dialect.encode(new Date().toISOString(), info));
    sets.push(`${dialect.quote(column)} = ${dialect.placeholder(values.length)}`);
  }
  const where = model.rowKey.is(dialect.placeholder(values.length + 1), dialect);
  const sql = `UPDATE ${dialect.quote(model.table)} SET ${sets.join(', ')} WHERE ${where}`;
  await session.run(statementOf(sql), [...values, dialect.encode(id, model.key)]);
  if (model.table === USERS && row.fate === 'erased')
    await closeAccount(Number(id), database, place);
}

/** Nobody signs in as the user any more, and no token of theirs is good. */
const closeAccount = (id: NumericId, database: Database, { session }: Place): Promise<void> =>
  usersTable(database).update(
    id,
    {
      status: 'Inactive',
      password_hash: NO_PASSWORD,
      password_is_initial: false,
      token_version: newTokenVersion(),
    },
    session,
  );

async function deleteRow({ model, id }: PersonRow, { dialect, session }: Place): Promise<void> {
  const where = model.rowKey.is(dialect.placeholder(1), dialect);
  const sql = `DELETE FROM ${dialect.quote(model.table)} WHERE ${where}`;
  await session.run(statementOf(sql), [dialect.encode(id, model.key)]);
}

async function requireAdmin(database: Database, { session }: Place): Promise<void> {
  const { from, where } = activeAdmins(database);
  const [[count] = [0]] = await session.rows(
    statementOf(`SELECT COUNT(*) FROM ${from} WHERE ${where}`),
    [],
  );
  if (Number(count) > 0) return;
  throw new StartRefused(['nobody would be an Admin any more: make somebody else one first']);
}
