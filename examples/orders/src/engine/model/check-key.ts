import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { describeColumn } from './describe-column.js';

/** Why the service cannot tell the records of an entity apart, and what to do; nothing where the key is an integer `id`. */
export function checkKey({ name, tableName, primaryColumns }: EntityMetadata): readonly string[] {
  const keys = primaryColumns.map(keyOf);
  const [key] = keys;
  if (key && keys.length === 1 && key.type === 'integer') {
    if (key.property === 'id' && key.column === 'id') return [];
    return [`${wrong(name, tableName, keys)}; ${renaming(tableName, key)}`];
  }
  return [`${wrong(name, tableName, keys)}; ${REPLACING}`];
}

interface Key {
  readonly property: string;
  readonly column: string;
  readonly type: string;
}

const keyOf = (meta: ColumnMetadata): Key => ({
  property: meta.propertyName,
  column: meta.databaseName,
  type: describeColumn(meta, new Map()).type,
});

function wrong(model: string, table: string, keys: readonly Key[]): string {
  const are = keys.map(({ property, column, type }) =>
    property === column ? `\`${column}\` (${type})` : `\`${column}\` (${type}, as \`${property}\`)`,
  );
  return `${model}: the primary key of \`${table}\` is ${are.join(' with ')}, and the service knows only an integer \`id\``;
}

const renaming = (table: string, { column }: Key): string =>
  'write `@PrimaryGeneratedColumn() id!: number`' +
  (column === 'id'
    ? ''
    : `, and in a migration of yours \`renameColumn('${table}', '${column}', 'id')\``);

const REPLACING =
  'give the entity and the table that one (`@PrimaryGeneratedColumn() id!: number`), and keep what was the key as unique columns';
