import type { RecordId } from '../../fields/record-id.js';
import { and, type Where } from '../../model/where.js';
import type { Rows } from '../scope.js';
import { idsBeside, named } from './rows-where.js';

/** The ids of rows by the values of a field to which references lead: of `id`, these values themselves. */
export async function idsByKey(
  key: string,
  values: readonly RecordId[],
  where: Where,
  rows: Rows,
): Promise<(value: unknown) => RecordId | null> {
  if (key === 'id') return (value) => value as RecordId | null;
  const column = rows.model.column.get(key)!;
  const found = await idsBeside(column, and(named(values, key), where), rows);
  const ids = new Map(found.map(([id, value]) => [value, id]));
  return (value) => ids.get(value) ?? null;
}

/** The other way round: the values of that field in the rows with these ids; null where a row has none. */
export async function keysById(
  key: string,
  ids: readonly RecordId[],
  rows: Rows,
): Promise<(id: RecordId) => RecordId | null> {
  if (key === 'id') return (id) => id;
  const found = await idsBeside(rows.model.column.get(key)!, named(ids), rows);
  const keys = new Map(found);
  return (id) => (keys.get(id) ?? null) as RecordId | null;
}
