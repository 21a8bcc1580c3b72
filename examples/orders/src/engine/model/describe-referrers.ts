import type { DataSource, EntityMetadata } from 'typeorm';
import { fieldName } from './describe-column.js';
import type { Referrer } from './model-info.js';

/** Every foreign key and many-to-many field that points to a model, of whatever model. */
export function describeReferrers(
  dataSource: DataSource,
  target: EntityMetadata,
): readonly Referrer[] {
  return dataSource.entityMetadatas
    .filter((meta) => !meta.isJunction)
    .flatMap((meta) => [...keysTo(target, meta), ...linksTo(target, meta)]);
}

function keysTo(target: EntityMetadata, meta: EntityMetadata): Referrer[] {
  return meta.foreignKeys
    .filter((key) => isOf(target, key.referencedEntityMetadata))
    .map((key) => ({
      model: meta.name,
      field: fieldName(key.columns[0]!),
      onDelete: onDelete(key.onDelete),
    }));
}

/** A join table is nobody's model: what its rows do, the rows on the side that shows the links do. */
function linksTo(target: EntityMetadata, meta: EntityMetadata): Referrer[] {
  return meta.manyToManyRelations
    .filter(({ isOwning, inverseEntityMetadata: other }) => isOwning && isOf(target, other))
    .map(({ propertyName, junctionEntityMetadata: junction, inverseJoinColumns: [column] }) => {
      const key = junction!.foreignKeys.find(({ columns }) => columns.includes(column!));
      const unlinks = onDelete(key?.onDelete) === 'CASCADE';
      return { model: meta.name, field: propertyName, onDelete: unlinks ? 'UNLINK' : 'RESTRICT' };
    });
}

/** Classes in one table share its rows. */
const isOf = (target: EntityMetadata, meta: EntityMetadata): boolean =>
  meta.tablePath === target.tablePath;

function onDelete(action: string | undefined): 'SET NULL' | 'CASCADE' | 'RESTRICT' {
  return action === 'SET NULL' || action === 'CASCADE' ? action : 'RESTRICT';
}
