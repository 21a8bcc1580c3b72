import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata.js';
import { isCountedColumn } from '../database/column-types.js';
import { isKey, type ColumnInfo } from '../fields/column-info.js';
import { optionsOfField } from './field.js';

/** The column that names the rows of an entity in place of its primary key: `@Field({ id: true })`. */
export const namedId = (meta: EntityMetadata): ColumnMetadata | undefined => namedIds(meta)[0];

function namedIds({ target, columns }: EntityMetadata): readonly ColumnMetadata[] {
  // A join table has no class.
  if (typeof target !== 'function') return [];
  return columns.filter(
    ({ propertyName }) => optionsOfField(target as new () => object, propertyName)?.id,
  );
}

/** Whether a column names the rows of its entity: the one that is said to, else the primary key. */
export function isNaming(column: ColumnMetadata): boolean {
  const named = namedId(column.entityMetadata);
  return named ? column === named : column.isPrimary;
}

/**
 * The columns of an entity whose rows are named by another one than the primary key. That is then a number which is only read, or with
 * `select: false` no column at all.
 */
export function withNamedId(
  columns: readonly ColumnInfo[],
  { databaseName, entityMetadata }: ColumnMetadata,
): readonly ColumnInfo[] {
  const isShown = entityMetadata.primaryColumns.every(({ isSelect }) => isSelect);
  return columns.flatMap((column): ColumnInfo[] => {
    if (column.column === databaseName) return [{ ...column, role: 'key' }];
    if (!isKey(column)) return [column];
    return isShown ? [{ ...column, role: 'generated' }] : [];
  });
}

/** Why rows cannot be named by the column that is said to, or linked by others; nothing where they can. */
export const checkNamedId = (meta: EntityMetadata): readonly string[] => [
  ...checkNamed(meta, namedIds(meta)),
  ...meta.manyToManyRelations.filter(({ isOwning }) => isOwning).flatMap(checkLink),
];

function checkNamed(
  { name, primaryColumns }: EntityMetadata,
  [named, second]: readonly ColumnMetadata[],
): string[] {
  if (!named) return [];
  const at = `${name}.${named.propertyName}`;
  const [primary, other] = primaryColumns;
  const isCounted = primary && !other && primary !== named && isCountedColumn(primary);
  const isFit = isUniqueAlone(named) && !named.isNullable && named.isSelect;
  return [
    ...(second ? [`${name}.${second.propertyName}: ${at} is the id; remove \`id: true\``] : []),
    ...(isCounted ? [] : [`${at}: \`id: true\` needs a primary key of one column, which counts`]),
    ...(isFit ? [] : [`${at}: an id must be unique by itself (\`unique: true\`) and never null`]),
  ];
}

function isUniqueAlone(column: ColumnMetadata): boolean {
  const { uniques, indices } = column.entityMetadata;
  const whole = indices.filter(({ isUnique, where }) => isUnique && !where);
  return [...uniques, ...whole].some(
    ({ columns }) => columns.length === 1 && columns[0] === column,
  );
}

/** A join table has the ids of both sides; TypeORM takes their primary keys unless it is told. */
const checkLink = (link: RelationMetadata): string[] =>
  [...link.joinColumns, ...link.inverseJoinColumns].flatMap(({ referencedColumn }) => {
    const other = referencedColumn!.entityMetadata;
    const named = namedId(other);
    if (!named || named === referencedColumn) return [];
    const at = `${link.entityMetadata.name}.${link.propertyName}`;
    const told = `referencedColumnName: '${named.propertyName}'`;
    return [
      `${at}: its join table must have ids of ${other.name}; write \`${told}\` for that column`,
    ];
  });
