import { quote, quoteText, foreignKeyName } from '../steps/names.js';
import type { ColumnSpec, ForeignKeySpec } from '../steps/schema.js';
import type { Catalog } from '../dialect.js';
import { encode } from './values.js';

const MOMENT = {
  now: `(strftime('%Y-%m-%d %H:%M:%f', 'now'))`,
  today: `(date('now'))`,
};

/** A column as CREATE TABLE and ADD COLUMN have it. */
export function columnSql(name: string, spec: ColumnSpec): string {
  const required = spec.nullable ? '' : ' NOT NULL';
  const value = spec.default === undefined ? '' : ` DEFAULT ${valueSql(spec.default, spec)}`;
  return `${quote(name)} ${typeSql(spec)}${required}${value}`;
}

/** The declared type; chosen so that SQLite's affinity keeps values as they are. */
export function typeSql(spec: ColumnSpec): string {
  switch (spec.type) {
    case 'id':
      return 'integer';
    case 'string':
      return `varchar(${spec.length ?? 255})`;
    case 'float':
      return 'double precision';
    case 'decimal':
      return `decimal(${spec.precision},${spec.scale ?? 0})`;
    case 'datetime':
      return 'datetime(3)';
    case 'uuid':
      return 'varchar(36)';
    case 'json':
      return 'text';
    default:
      return spec.type;
  }
}

/** A default or backfill as SQL. */
export function valueSql(value: unknown, spec: ColumnSpec): string {
  if (value === null || value === undefined) return 'NULL';
  if (isMoment(value)) return MOMENT[value.sql];
  const type = spec.type === 'id' ? 'integer' : spec.type;
  const stored = encode(value, { type, transformer: null });
  return typeof stored === 'string' ? quoteText(stored) : String(stored);
}

/** Whether a default is the moment of the insert and no constant. */
export const isMoment = (value: unknown): value is { readonly sql: 'now' | 'today' } =>
  typeof value === 'object' &&
  value !== null &&
  'sql' in value &&
  (value.sql === 'now' || value.sql === 'today');

export const referenceSql = (key: Omit<ForeignKeySpec, 'column'>): string =>
  `REFERENCES ${quote(key.table)} ("id") ON DELETE ${key.onDelete.toUpperCase()}`;

export const foreignKeySql = (table: string, key: ForeignKeySpec): string =>
  `CONSTRAINT ${quote(foreignKeyName(table, key.column))} ` +
  `FOREIGN KEY (${quote(key.column)}) ${referenceSql(key)}`;

/** What the file says of itself. */
export const catalog: Catalog = {
  columns: `
    SELECT m.name AS "table", c.name AS "column", c.type, NOT c."notnull" AS nullable,
      c.dflt_value IS NOT NULL AS "hasDefault"
    FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  indexes: `
    SELECT m.name AS "table", i.name, i."unique", c.name AS "column"
    FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    WHERE m.type = 'table' AND NOT i.partial AND c.name IS NOT NULL ORDER BY i.name, c.seqno`,
  foreignKeys: `
    SELECT m.name AS "table", k."from" AS "column", k."table" AS target, k.on_delete AS "onDelete"
    FROM sqlite_master m, pragma_foreign_key_list(m.name) k WHERE m.type = 'table'`,
  triggers: `SELECT DISTINCT tbl_name AS "table" FROM sqlite_master WHERE type = 'trigger'`,
  typeOf: typeSql,
};
