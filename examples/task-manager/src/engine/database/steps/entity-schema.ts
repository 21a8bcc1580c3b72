import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { NOW, TODAY } from '../column-types.js';
import type { ColumnSpec, ForeignKeySpec, Schema, TableSchema } from './step.js';

/** The schema that the entities of a data source need. */
export const entitiesSchema = ({ entityMetadatas }: DataSource): Schema => ({
  tables: Object.fromEntries(
    entityMetadatas
      .filter(({ tableType }) => tableType === 'regular' || tableType === 'junction')
      .map((entity) => [entity.tableName, entitySchema(entity)]),
  ),
});

/** The table of an entity, or of a many-to-many field. */
export function entitySchema(entity: EntityMetadata): TableSchema {
  const primaryKey = names(entity.primaryColumns);
  const indexes = entity.indices.filter(({ isUnique }) => !isUnique);
  const uniques = [...entity.uniques, ...entity.indices.filter(({ isUnique }) => isUnique)];
  return {
    columns: Object.fromEntries(
      entity.columns.map((column) => [column.databaseName, columnSpec(column)]),
    ),
    primaryKey,
    uniques: uniques.map(({ columns }) => names(columns)),
    indexes: indexes
      .map(({ columns }) => names(columns))
      // The index of the primary key serves its first column, too.
      .filter((columns) => columns.join() !== primaryKey[0]),
    // TypeORM does not know the options of `@Field`: `ColumnInfo.search` does.
    trigrams: [],
    foreignKeys: entity.foreignKeys.map((key) => ({
      column: key.columns[0]!.databaseName,
      table: key.referencedEntityMetadata.tableName,
      onDelete: (key.onDelete ?? 'NO ACTION').toLowerCase() as ForeignKeySpec['onDelete'],
    })),
  };
}

const names = (columns: readonly ColumnMetadata[]): string[] =>
  columns.map(({ databaseName }) => databaseName);

function columnSpec(column: ColumnMetadata): ColumnSpec {
  if (column.isGenerated) return { type: 'id' };
  const name = typeof column.type === 'function' ? column.type.name : String(column.type);
  const type = TYPES[name];
  if (type === undefined) {
    throw new Error(
      `${column.entityMetadata.name}.${column.propertyName}: steps have no type for \`${name}\``,
    );
  }
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
  'character varying': 'string',
  text: 'text',
  int: 'integer',
  integer: 'integer',
  bigint: 'bigint',
  float: 'float',
  'double precision': 'float',
  decimal: 'decimal',
  numeric: 'decimal',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  'time without time zone': 'time',
  datetime: 'datetime',
  timestamptz: 'datetime',
  'timestamp with time zone': 'datetime',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'json',
  'simple-json': 'json',
  // Types of columns that TypeORM creates itself, and of those whose decorator names no type.
  Number: 'integer',
  String: 'string',
  Boolean: 'boolean',
  Date: 'datetime',
};
