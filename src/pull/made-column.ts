import { isDeepStrictEqual } from 'node:util';
import { type ColumnSpec, isCounted, isMoment, sqlFor } from '../schema/engine/schema.js';
import { exactText } from '../model/exact-number.js';
import { isSameSql } from '../model/sql-expression.js';
import { isExactColumn } from '../schema/exact-column.js';
import type { Column, DatabaseKind } from './database.js';
import { isNow, literalIn } from './guess-default.js';

/** The types that migrations give columns in PostgreSQL, as `format_type` writes them. */
const POSTGRES: Readonly<Record<ColumnSpec['type'], (spec: ColumnSpec) => string>> = {
  id: () => 'bigint',
  string: ({ length = 255 }) => `character varying(${length})`,
  text: () => 'text',
  integer: () => 'bigint',
  bigint: () => 'bigint',
  float: () => 'double precision',
  decimal: ({ precision, scale = 0 }) => `numeric(${precision},${scale})`,
  boolean: () => 'boolean',
  date: () => 'date',
  time: () => 'time(0) without time zone',
  datetime: () => 'timestamp(3) with time zone',
  uuid: () => 'uuid',
  color: () => 'character varying(7)',
  json: () => 'jsonb',
  sql: ({ postgres }) => postgres!,
};

/** The types that migrations give columns in SQLite. */
const SQLITE: Readonly<Record<ColumnSpec['type'], (spec: ColumnSpec) => string>> = {
  id: () => 'integer',
  string: ({ length = 255 }) => `varchar(${length})`,
  text: () => 'text',
  integer: () => 'integer',
  bigint: (spec) => (isCounted(spec) ? 'integer' : 'bigint'),
  float: () => 'double precision',
  decimal: ({ precision, scale = 0 }) => `decimal(${precision},${scale})`,
  boolean: () => 'boolean',
  date: () => 'date',
  time: () => 'time',
  datetime: () => 'datetime(3)',
  uuid: () => 'varchar(36)',
  color: () => 'varchar(7)',
  json: () => 'text',
  sql: ({ sqlite }) => sqlite!,
};

/** The type of the column that migrations make. */
export const madeType = (spec: ColumnSpec, kind: DatabaseKind): string =>
  (kind === 'sqlite' ? SQLITE : POSTGRES)[spec.type](spec);

/** The declared type of a column, in small letters and with single blanks. */
export const declaredType = ({ declared }: Column): string =>
  declared.toLowerCase().replace(/\s+/g, ' ').replace(/, /g, ',').trim();

/** The default of a column as people write it; null without one. */
export const madeDefault = (spec: ColumnSpec, kind: DatabaseKind): string | null => {
  if (isCounted(spec)) return COUNTED;
  const sql = sqlFor(spec.defaultSql, kind);
  if (sql !== undefined) return sql;
  if (spec.default === undefined || spec.default === null) return null;
  return isMoment(spec.default) ? spec.default.sql : JSON.stringify(spec.default);
};

/** What stands for the default of a column that the database counts. */
const COUNTED = 'counted by the database';

/** The default of a column in the database as people write it; null without one. */
export function liveDefault(column: Column, kind: DatabaseKind): string | null {
  // Any key of integers is the row id of SQLite.
  if (column.counted) return kind === 'sqlite' && column.default === null ? null : COUNTED;
  const { default: sql } = column;
  return sql === null || /^null(::[\w ]+)?$/i.test(sql) ? null : sql.replace(/\s+/g, ' ');
}

/** Whether the database fills in a column as its migration says. */
export function hasDefault(column: Column, spec: ColumnSpec, kind: DatabaseKind): boolean {
  const live = liveDefault(column, kind);
  if (isCounted(spec)) return column.counted;
  const sql = sqlFor(spec.defaultSql, kind);
  if (sql !== undefined) return live !== null && live !== COUNTED && isSameSql(live, sql);
  const { default: wanted } = spec;
  if (wanted === undefined || wanted === null) return live === null;
  if (live === null || live === COUNTED) return false;
  if (isMoment(wanted)) return OWN_MOMENTS[wanted.sql].test(live) || isNow(live);
  const literal = literalIn(live, kind);
  if (literal === null) return false;
  const own = spec.type === 'sql' ? storedIn(wanted, kind) : wanted;
  return isExactColumn(spec)
    ? isSameNumber(literal, String(own))
    : isValue(literal, own, spec.type);
}

/** What a database stores of a default that each of them has in a form of its own. */
const storedIn = (value: unknown, kind: DatabaseKind): unknown =>
  typeof value === 'object' && value !== null && kind in value
    ? (value as Readonly<Record<DatabaseKind, unknown>>)[kind]
    : value;

const isSameNumber = (one: string, other: string): boolean =>
  one === other || (exactText(one, null) ?? one) === exactText(other, null);

/** The moments as migrations write them and the databases keep them. */
const OWN_MOMENTS = {
  now: /^(date_trunc\('milliseconds'(::text)?, now\(\)\)|\(?strftime\('%Y-%m-%d %H:%M:%f', 'now'\)\)?)$/i,
  today:
    /^(\(+(now\(\)|CURRENT_TIMESTAMP) AT TIME ZONE 'UTC'(::text)?\)+::date\)?|\(?date\('now'\)\)?)$/i,
} as const;

/** Whether a literal of SQL is a value of JSON, as columns of a type keep it. */
function isValue(literal: string, wanted: unknown, type: ColumnSpec['type']): boolean {
  switch (type) {
    case 'id':
    case 'integer':
    case 'bigint':
    case 'float':
    case 'decimal':
      return literal === String(wanted) || Number(literal) === Number(wanted);
    case 'boolean':
      return /^(1|t|true)$/i.test(literal) === wanted;
    case 'datetime':
      return momentOf(literal) === momentOf(String(wanted));
    case 'time':
      return literal.padEnd(8, ':00') === String(wanted).padEnd(8, ':00');
    case 'json':
      return isDeepStrictEqual(jsonOf(literal), wanted);
    case 'uuid':
    case 'color':
      return literal.toLowerCase() === String(wanted).toLowerCase();
    default:
      return literal === String(wanted);
  }
}

/** The time of a moment, which is in UTC without a zone. */
function momentOf(text: string): number {
  const [, day, time = '00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(
      text,
    ) ?? [];
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone;
  return Date.parse(`${day}T${time}${offset}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
