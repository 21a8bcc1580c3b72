import { statementOf } from '../database/dialect.js';
import type { ModelInfo } from '../model/model-info.js';
import type { HeldBy } from './personal-tables.js';
import type { OwnedRow, PersonRow } from './reach.js';
import type { Place } from './stored-rows.js';
import { forIds, type TableId } from './table-ids.js';
import { fieldsOf } from './told-records.js';

/** A record, with those of its fields whose rows count: null for all of them, and for the rows of the record itself. */
export interface Owner extends OwnedRow {
  readonly fields: ReadonlySet<string> | null;
}

/** What erasing takes away: all that belongs to a record that goes, and otherwise what belongs to fields that lose their values. */
export const erasedOwners = (rows: readonly PersonRow[]): readonly Owner[] =>
  rows
    .filter(({ fate }) => fate !== 'unlinked')
    .map((row) => ({
      ...row,
      fields: row.fate === 'deleted' ? null : new Set(fieldsOf(row)),
    }));

/** The rows of a table that belong to some records. */
export async function idsHeld(
  table: string,
  by: HeldBy,
  owners: readonly Owner[],
  place: Place,
): Promise<readonly TableId[]> {
  const found = new Set<TableId>();
  for (const model of new Set(owners.map((owner) => owner.model))) {
    const own = owners.filter((owner) => owner.model === model);
    for (const id of await idsByKey(table, by, model, own, place)) found.add(id);
  }
  for (const id of await idsNamed(table, by, owners, place)) found.add(id);
  return [...found];
}

/** The rows whose columns say that they belong to the records, now or until a moment ago. */
async function idsByKey(
  table: string,
  by: HeldBy,
  model: ModelInfo,
  owners: readonly Owner[],
  { dialect, session }: Place,
): Promise<readonly TableId[]> {
  const byKey = new Map(owners.map((owner) => [String(owner.id), owner]));
  const [from, kind, key] = [table, by.model, by.key].map((name) => dialect.quote(name));
  const field = by.field === undefined ? 'NULL' : dialect.quote(by.field);
  const found: TableId[] = [];
  await forIds([...byKey.keys()], dialect, 1, async (list, keys) => {
    const sql = `SELECT id, ${key}, ${field} FROM ${from} WHERE ${kind} = ${dialect.placeholder(1)} AND ${key} IN (${list})`;
    for (const [id, of, name] of await session.rows(statementOf(sql), [model.name, ...keys])) {
      const { fields } = byKey.get(String(of))!;
      if (fields === null || (name !== null && fields.has(String(name)))) found.push(id as TableId);
    }
  });
  return found;
}

/** The rows that the values of fields name by their ids: their columns may have a former name of the model, or no key yet. */
async function idsNamed(
  table: string,
  { types = [] }: HeldBy,
  owners: readonly Owner[],
  { dialect, session }: Place,
): Promise<readonly TableId[]> {
  const named = owners.flatMap(({ model, values, fields }) =>
    model.stored.flatMap(({ name, added }): string[] => {
      if (!added || !types.includes(added.name) || fields?.has(name) === false) return [];
      const value = values[name];
      const hasId = typeof value === 'object' && value !== null && 'id' in value;
      return hasId ? [String(value.id)] : [];
    }),
  );
  const found: TableId[] = [];
  await forIds(named, dialect, 0, async (list, ids) => {
    // The ids are compared as texts: PostgreSQL refuses a text that is not a UUID.
    const sql = `SELECT id FROM ${dialect.quote(table)} WHERE CAST(id AS text) IN (${list})`;
    for (const [id] of await session.rows(statementOf(sql), ids)) found.push(id as TableId);
  });
  return found;
}
