import type { EntityMetadata, DataSource } from 'typeorm';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata.js';
import type { ExtraInfo } from '../fields/column-info.js';
import type { FieldOptions } from './field.js';
import type { LinkInfo, Referrer } from './model-info.js';
import { fieldName } from './describe-column.js';

/** The many-to-many fields that stand in a record: those whose entity has the join table. */
export function describeLinks(
  meta: EntityMetadata,
  fields: ReadonlyMap<string, FieldOptions>,
): readonly LinkInfo[] {
  return meta.manyToManyRelations
    .filter((relation) => relation.isOwning)
    .map((relation) => describeLink(relation, fields.get(relation.propertyName)?.key ?? 'id'));
}

function describeLink(relation: RelationMetadata, key: string): LinkInfo {
  return {
    name: relation.propertyName,
    model: relation.inverseEntityMetadata.name,
    table: relation.joinTableName,
    ownColumn: relation.joinColumns[0]!.databaseName,
    otherColumn: relation.inverseJoinColumns[0]!.databaseName,
    key,
  };
}

/** The fields that `@Field` declares and no column or relation holds. */
export function describeExtras(
  fields: ReadonlyMap<string, FieldOptions>,
  columns: ReadonlySet<string>,
  meta: EntityMetadata,
): readonly ExtraInfo[] {
  const relations = new Set(meta.relations.map((relation) => relation.propertyName));
  return [...fields]
    .filter(([name]) => !columns.has(name) && !relations.has(name))
    .map(([name, options]) => {
      if (!options.computed === !options.writeOnly) {
        throw new Error(
          `${meta.name}.${name}: a field without a column is either computed or writeOnly`,
        );
      }
      return {
        name,
        type: options.type ?? 'string',
        compute: options.computed ?? null,
        required: options.required ?? false,
        min: options.min ?? null,
        max: options.max ?? null,
      };
    });
}

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
