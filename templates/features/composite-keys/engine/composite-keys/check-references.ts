import type { DataSource, EntityMetadata } from 'typeorm';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata.js';
import type { ColumnInfo, FieldType } from '../fields/column-info.js';
import type { ComposedReference } from '../model/composed-references.js';
import { fieldName } from '../model/describe-column.js';
import type { ModelInfo } from '../model/model-info.js';
import { ONE_ID } from './check-parts.js';
import { composedRelations, partsOf } from './describe-references.js';
import { fieldOf } from './reference-column.js';
import { ownParts } from './spread-ids.js';

/** What keeps references of several columns from leading to records: a sentence for each, that says what to do. */
export function checkReferences(
  models: readonly ModelInfo[],
  dataSource: DataSource,
): readonly string[] {
  const byName = new Map(models.map((model) => [model.name, model]));
  return models.flatMap((model) => {
    const meta = dataSource.getMetadata(model.entity);
    return [
      ...composedRelations(meta).flatMap((relation) => wrongRelation(relation, meta)),
      ...[...(model.composed?.byName.values() ?? [])].flatMap((one) =>
        wrongReference(one, model, byName.get(one.column.reference!.model)),
      ),
    ];
  });
}

/** Why a relation cannot be a reference. */
function wrongRelation(relation: RelationMetadata, { name, columns }: EntityMetadata): string[] {
  const { propertyName, inverseEntityMetadata: target } = relation;
  const at = `${name}.${propertyName}`;
  const field = fieldOf(propertyName);
  const isTaken = columns.some(
    (column) => fieldName(column) === field || column.databaseName === field,
  );
  return [
    ...(partsOf(relation)
      ? []
      : [
          `${at}: its columns must be those of the primary key of ${target.name}: name each in \`@JoinColumn\``,
        ]),
    ...(isTaken
      ? [`${name}.${field}: ${at} is called so in JSON; call this column by another name`]
      : []),
  ];
}

/** Why the columns of a reference do not make one up. */
function wrongReference(
  reference: ComposedReference,
  model: ModelInfo,
  target: ModelInfo | undefined,
): string[] {
  const { column, parts } = reference;
  const at = `${model.name}.${column.reference!.relation}`;
  const wrong = parts.flatMap((part, index) => wrongPart(part, target?.keyColumns[index], model));
  return [
    ...wrong,
    ...wrongDeletion(reference, model, target, at),
    ...wrongRules(reference, model, at),
  ];
}

function wrongPart(part: ColumnInfo, key: ColumnInfo | undefined, model: ModelInfo): string[] {
  const { name, type, role, transformer, default: initial } = part;
  const at = `${model.name}.${name}`;
  const isAlike = key === undefined || type === key.type || [type, key.type].every(isTextual);
  return [
    ...(isAlike && transformer === null
      ? []
      : [
          `${at}: a part of a reference must have the type of the key to which it leads, and no transformer`,
        ]),
    ...(role === 'data' || role === 'key' || role === 'id'
      ? []
      : [`${at}: a part of a reference must be a column that is read and written`]),
    ...(initial?.kind === 'database'
      ? [`${at}: a part of a reference cannot have a default that only the database knows`]
      : []),
  ];
}

const TEXTUAL: readonly FieldType[] = ['string', 'enum'];
const isTextual = (type: FieldType): boolean => TEXTUAL.includes(type);

/** A deletion empties all columns of a reference. */
function wrongDeletion(
  reference: ComposedReference,
  model: ModelInfo,
  target: ModelInfo | undefined,
  at: string,
): string[] {
  const { column, parts } = reference;
  const own = ownParts(reference, [...model.composed!.byName.values()]);
  const empties = target?.referrers.some(
    (one) => one.model === model.name && one.field === column.name && one.onDelete === 'SET NULL',
  );
  return empties && !parts.every((part) => part.nullable && own.includes(part))
    ? [
        `${at}: \`SET NULL\` empties all columns of the reference, so each must be nullable and belong to it alone; write \`onDelete: 'RESTRICT'\` or \`'CASCADE'\``,
      ]
    : [];
}

/** The rows of an owner or a tenant have its number. */
const wrongRules = ({ column }: ComposedReference, { access }: ModelInfo, at: string): string[] =>
  (access.rows ?? []).flatMap((rule) =>
    (rule.kind === 'owner' || rule.kind === 'tenant') && rule.field === column.name
      ? [`${at}: the row rule \`${rule.kind}\` needs a reference of one column; ${GIVING}`]
      : [],
  );

const GIVING = `give the other model ${ONE_ID}`;
