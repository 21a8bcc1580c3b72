import type { EntityMetadata } from 'typeorm';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata.js';
import type { FieldOptions } from './field.js';
import type { ExtraInfo } from '../fields/column-info.js';
import type { LinkInfo } from './model-info.js';

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
