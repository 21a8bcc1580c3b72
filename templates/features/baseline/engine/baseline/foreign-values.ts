import type { Dialect } from '../database/dialect.js';
import type { ValueInfo } from '../fields/column-info.js';
import { parseDate, withMicroseconds } from '../fields/formats.js';
import { FINE_MOMENTS } from './fine-moments.js';

/** Numbers above it are milliseconds, not seconds: in seconds they would lie behind the year 5000. */
const LAST_SECOND = 1e11;
/** A day with a time, with or without a zone, in any of the forms that programs write. */
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Whether the engine reads a column as moments, with no type or transformer of its own. */
const isMoment = ({ type, transformer }: ValueInfo): boolean => type === 'datetime' && !transformer;

/**
 * Reads what other programs have stored: moments in PostgreSQL without a zone, in SQLite in other texts and as numbers, in both with
 * microseconds; and bytes that SQLite keeps in any column, as the text that they are in UTF-8.
 */
export function withForeignValues(dialect: Dialect): Dialect {
  const moments = FINE_MOMENTS[dialect.name];
  const storedMoment = (value: unknown, info: ValueInfo): string => {
    const iso = value instanceof Date ? value.toISOString() : String(value);
    return moments.stored(String(dialect.encode(iso, info)), iso);
  };
  return {
    ...dialect,
    encode: (value, info) =>
      isMoment(info) && value != null ? storedMoment(value, info) : dialect.encode(value, info),
    encodeList: (values, info) =>
      isMoment(info)
        ? moments.list(values.map((value) => storedMoment(value, info)))
        : dialect.encodeList(values, info),
    compare: (column, operator, value, info, bind) =>
      isMoment(info)
        ? moments.compare(column, operator, storedMoment(value, info), bind)
        : dialect.compare(column, operator, value, info, bind),
    asText: (column, info) =>
      isMoment(info)
        ? moments.text(column, dialect.asText(column, info))
        : dialect.asText(column, info),
    decode: (value, info) => {
      // A type that a feature adds knows its own bytes.
      if (info.transformer || info.added || value === null || value === undefined)
        return dialect.decode(value, info);
      if (value instanceof Uint8Array) return Buffer.from(value).toString();
      return info.type === 'datetime'
        ? momentOf(value as string | number | bigint)
        : dialect.decode(value, info);
    },
    // An expression of SQL would know the usual form alone, and JSON holds no bytes.
    json: (column, info) => {
      if (info.type === 'datetime') return null;
      const json = dialect.json(column, info);
      return json === column
        ? `iif(typeof(${column}) = 'blob', CAST(${column} AS TEXT), ${column})`
        : json;
    },
  };
}

/** A stored moment in ISO form: without a zone it is in UTC. A text that is not a moment is shown as it is. */
export function momentOf(stored: string | number | bigint): string {
  if (typeof stored !== 'string') {
    const number = Number(stored);
    return isoOf(Math.abs(number) < LAST_SECOND ? number * 1000 : number) ?? String(stored);
  }
  const [, day, time = '00:00', zone = 'Z'] = MOMENT.exec(stored.trim()) ?? [];
  if (day === undefined || parseDate(day) === null) return stored;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/(\d\d)(\d\d)$/, '$1:$2');
  const iso = isoOf(Date.parse(`${day}T${time}${offset}`));
  const digits = (time.split('.')[1] ?? '').slice(3, 6).padEnd(3, '0');
  return iso === null ? stored : withMicroseconds(iso, digits);
}

const isoOf = (time: number): string | null => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
