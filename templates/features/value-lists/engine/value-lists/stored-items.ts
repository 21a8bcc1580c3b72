import type { DatabaseName } from '../fields/added-type.js';
import { parseDate } from '../fields/formats.js';
import { arrayItems, arrayText, type ArrayItems } from './array-text.js';
import type { ItemType } from './item-type.js';

/** A list as a database stores it: the text of an array for PostgreSQL, JSON on SQLite. */
export function storedList(items: readonly unknown[], database: DatabaseName): string {
  const values = items.map((item) => (item instanceof Date ? item.toISOString() : item));
  return database === 'sqlite' ? JSON.stringify(values) : arrayText(values.map(String));
}

/** A list as it was stored, in the form of JSON. TypeORM's driver reads arrays of PostgreSQL itself. */
export function listIn(stored: unknown, type: ItemType, database: DatabaseName): unknown {
  if (database === 'sqlite')
    return typeof stored === 'string' ? (JSON.parse(stored) as unknown) : stored;
  const items = typeof stored === 'string' ? arrayItems(stored) : (stored as ArrayItems);
  return items.map((item) => itemIn(item, type));
}

/** An item in the form of JSON; null and arrays, which rows of other programs may have, stay what they are. */
function itemIn(item: unknown, type: ItemType): unknown {
  if (item === null) return null;
  if (Array.isArray(item)) return item.map((one) => itemIn(one, type));
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return Number(item);
    case 'boolean':
      return item === true || item === 't';
    case 'date':
      return item instanceof Date ? localDay(item) : item;
    case 'datetime':
      return item instanceof Date ? item.toISOString() : momentIn(String(item));
    default:
      return String(item);
  }
}

/** The driver reads a date as midnight of that day where the process is. */
function localDay(date: Date): string {
  const [year, ...rest] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const text = [String(year).padStart(4, '0'), ...rest.map(twoDigits)].join('-');
  return parseDate(text) ?? text;
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** `2026-11-21 09:30:00.5+00` in ISO form; without a zone it is in UTC. What is no moment is shown as it is. */
function momentIn(text: string): string {
  const [, day, time, zone = '+00'] =
    /^(\S+) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?$/.exec(text) ?? [];
  const moment = day === undefined ? null : new Date(`${day}T${time}${zone}:00`);
  return moment === null || Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
