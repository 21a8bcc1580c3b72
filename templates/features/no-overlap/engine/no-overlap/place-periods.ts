import { statementOf } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { Values } from '../model/hooks.js';
import type { InsertPlace } from '../records/scope.js';
import { periodOf, type Period } from './period.js';

/** How long a period is that has no end of its own, in milliseconds or in numbers. */
const LENGTHS: Readonly<Record<string, number>> = { datetime: 3_600_000, date: 86_400_000 };

/**
 * Moves the periods of new rows that a tool makes up, so that no two of them overlap: each before those that are there, which may have
 * no end.
 */
export async function placePeriods(rows: readonly Values[], place: InsertPlace): Promise<void> {
  const period = periodOf(place.model);
  if (period === null) return;
  const { start, end, by } = period;
  const groups = new Map<string, Values[]>();
  for (const row of rows) {
    const values = by.map(({ name }) => row[name] ?? null);
    const key = JSON.stringify(values);
    // A row without one of these values overlaps with no other row.
    if (values.includes(null)) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  for (const group of groups.values()) {
    let first = await firstStart(group[0]!, period, place);
    const latest = (row: Values): number => positionOf(row[start.name], start)!;
    for (const row of group.toSorted((one, other) => latest(other) - latest(one))) {
      const [from, to] = [start, end].map((column) => positionOf(row[column.name], column));
      const length = to != null && to > from! ? to - from! : (LENGTHS[start.type] ?? 1);
      const isOpen = to === null && first === null;
      const until = Math.min(from! + length, first ?? Infinity);
      row[start.name] = valueAt(until - length, start);
      row[end.name] = isOpen ? null : valueAt(until, end);
      first = until - length;
    }
  }
}

/** The first beginning of the stored periods with which the period of a row could overlap; null without any. */
async function firstStart(
  row: Values,
  { start, by }: Period,
  { dialect, model, session }: InsertPlace,
): Promise<number | null> {
  const { quote, placeholder, encode } = dialect;
  const same = by.map(({ column }, at) => `${quote(column)} = ${placeholder(at + 1)}`);
  const where = same.length === 0 ? '' : ` WHERE ${same.join(' AND ')}`;
  const sql = `SELECT min(${quote(start.column)}) FROM ${quote(model.table)}${where}`;
  const bound = by.map((column) => encode(row[column.name], column));
  const [[found = null] = []] = await session.rows(statementOf(sql), bound);
  return found === null ? null : positionOf(dialect.decode(found, start), start);
}

/** A moment, a day or a number as a number; null for none. */
function positionOf(value: unknown, { type }: ColumnInfo): number | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.getTime();
  return type in LENGTHS ? Date.parse(String(value)) : Number(value);
}

function valueAt(position: number, { type }: ColumnInfo): unknown {
  if (!(type in LENGTHS)) return position;
  const moment = new Date(position);
  return type === 'date' ? moment.toISOString().slice(0, 10) : moment;
}
