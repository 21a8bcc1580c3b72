import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { NOW, TODAY } from '../src/database/column-types.js';
import type { ColumnSpec, ForeignKeySpec, TableSchema } from '../src/database/steps/schema.js';

/** The table that an entity (or a many-to-many field) needs. */
export function entitySchema(entity: EntityMetadata): TableSchema {
  const names = (columns: readonly ColumnMetadata[]) =>
    columns.map(({ databaseName }) => databaseName);
  return {
    columns: Object.fromEntries(
      entity.columns.map((column) => [column.databaseName, columnSpec(column)]),
    ),
    primaryKey: names(entity.primaryColumns),
    uniques: [...entity.uniques, ...entity.indices.filter(({ isUnique }) => isUnique)].map(
      ({ columns }) => names(columns),
    ),
    indexes: entity.indices
      .filter(({ isUnique }) => !isUnique)
      .map(({ columns }) => names(columns)),
    foreignKeys: entity.foreignKeys.map((key) => ({
      column: key.columns[0]!.databaseName,
      table: key.referencedEntityMetadata.tableName,
      onDelete: (key.onDelete ?? 'NO ACTION').toLowerCase() as ForeignKeySpec['onDelete'],
    })),
  };
}

/** A table as a list of facts, so that two of them can be compared line by line. */
export function factsOf({ columns, primaryKey, uniques, indexes, foreignKeys }: TableSchema) {
  return [
    ...Object.entries(columns).map(([name, spec]) => `column ${name}: ${specText(spec)}`),
    `primary key ${primaryKey.join(', ')}`,
    ...uniques.map((names) => `unique ${names.join(', ')}`),
    // The index of the primary key serves its first column, too.
    ...indexes
      .filter((names) => names.join() !== primaryKey[0])
      .map((names) => `index ${names.join(', ')}`),
    ...foreignKeys.map((key) => `${key.column} -> ${key.table}, on delete ${key.onDelete}`),
  ].sort();
}

function columnSpec(column: ColumnMetadata): ColumnSpec {
  if (column.isGenerated) return { type: 'id' };
  const type = TYPES[typeof column.type === 'function' ? column.type.name : column.type];
  if (type === undefined) throw new Error(`${column.propertyName}: ${String(column.type)}?`);
  const value = defaultOf(column);
  return {
    type,
    ...(type === 'string' && { length: Number(column.length || 255) }),
    ...(type === 'decimal' && { precision: column.precision!, scale: column.scale! }),
    ...(column.isNullable && { nullable: true }),
    ...(value !== undefined && { default: value }),
  };
}

function defaultOf(column: ColumnMetadata): unknown {
  if (column.isCreateDate || column.isUpdateDate || column.default === NOW) return { sql: 'now' };
  return column.default === TODAY ? { sql: 'today' } : (column.default ?? undefined);
}

const TYPES: Readonly<Record<string, ColumnSpec['type']>> = {
  varchar: 'string',
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  'double precision': 'float',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  'timestamp with time zone': 'datetime',
  uuid: 'uuid',
  jsonb: 'json',
  'simple-json': 'json',
  // As TypeORM calls columns that it makes itself, and those whose decorator names no type.
  Number: 'integer',
  String: 'string',
  Boolean: 'boolean',
  Date: 'datetime',
};

function specText({ type, length, precision, scale, nullable, default: value }: ColumnSpec) {
  const size = [length, precision, scale].filter((number) => number !== undefined).join(',');
  const initial = value === undefined ? '' : ` default ${JSON.stringify(value)}`;
  return `${type}${size && `(${size})`}${nullable ? '' : ' not null'}${initial}`;
}
