import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { AccessRules, FieldAccess } from '../model/access-rules.js';
import type { ComposedReference } from '../model/composed-references.js';
import { fieldName, referenceKey } from '../model/describe-column.js';
import { onDelete } from '../model/describe-models.js';
import { optionsOfField } from '../model/field.js';
import type { ChildrenInfo, ModelInfo, Referrer } from '../model/model-info.js';
import { composedReference, fieldOf } from './reference-column.js';
import { ownParts, spreadIds } from './spread-ids.js';

/** The relations of an entity that have several columns in its table. */
export const composedRelations = ({ relations }: EntityMetadata): readonly RelationMetadata[] =>
  relations.filter(isComposed);

const isComposed = ({ joinColumns, isManyToMany }: RelationMetadata): boolean =>
  !isManyToMany && joinColumns.length > 1;

/** The columns of a relation in the order of the key to which they lead; null where they lead to other columns than those of the key. */
export function partsOf(relation: RelationMetadata): readonly ColumnMetadata[] | null {
  const { foreignKeys, joinColumns, inverseEntityMetadata } = relation;
  // Views have no foreign keys.
  const [key] = foreignKeys;
  const own = key?.columns ?? joinColumns;
  const others = key?.referencedColumns ?? joinColumns.map((one) => one.referencedColumn);
  const inOrder = inverseEntityMetadata.columns.filter(({ isPrimary }) => isPrimary);
  if (own.length !== inOrder.length) return null;
  const parts = inOrder.map((one) => own[others.indexOf(one)]);
  return parts.every((one) => one !== undefined) ? parts : null;
}

/** A model with its references to records whose keys have several columns, and with what leads to it by several. */
export function withReferences(
  model: ModelInfo,
  meta: EntityMetadata,
  database: 'sqlite' | 'postgres',
): ModelInfo {
  const led = withRelations(model, meta);
  const relations = composedRelations(meta);
  if (relations.length === 0) return led;
  const stored = model.stored.map((column) => withOwnReference(column, meta));
  const references = relations.flatMap((relation): readonly ComposedReference[] => {
    const parts = partsOf(relation)?.map((one) => named(fieldName(one), stored));
    const { propertyName, inverseEntityMetadata } = relation;
    return parts
      ? [
          composedReference(
            { relation: propertyName, model: inverseEntityMetadata.name, parts },
            database,
          ),
        ]
      : [];
  });
  const byName = new Map(references.map((one) => [one.column.name, one]));
  const sent = references.map((one) => ({ ...one, own: ownParts(one, references) }));
  const own = (column: ColumnInfo): ColumnInfo =>
    column === model.key && !model.stored.includes(column) ? column : named(column.name, stored);
  const columns = withFields(model.columns.map(own), references);
  const lines = relations.find(isOfLines);
  return {
    ...led,
    ...(lines && {
      lineParent: { model: lines.inverseEntityMetadata.name, field: fieldOf(lines.propertyName) },
    }),
    columns,
    stored,
    key: own(model.key),
    keyColumns: model.keyColumns.map(own),
    column: new Map(columns.map((column) => [column.name, column])),
    access: withPartRules(model.access, references),
    composed: {
      byName,
      spread: (payload, mode, isOpen) => spreadIds(sent, { payload, mode, isOpen }),
    },
  };
}

/** Whether the rows of a relation are lines of those to which it leads. */
const isOfLines = ({ inverseEntityMetadata, inverseRelation }: RelationMetadata): boolean =>
  optionsOfField(
    inverseEntityMetadata.target as new () => object,
    inverseRelation?.propertyName ?? '',
  )?.lines === true;

const named = (name: string, columns: readonly ColumnInfo[]): ColumnInfo =>
  columns.find((one) => one.name === name)!;

/** A column with the reference that it is by itself, where it is a part of another one. */
function withOwnReference(column: ColumnInfo, { columns, relations }: EntityMetadata): ColumnInfo {
  const meta = columns.find((one) => fieldName(one) === column.name);
  if (!meta || (meta.relationMetadata?.joinColumns.length ?? 1) < 2) return column;
  const single = relations.find(
    ({ joinColumns, isManyToMany }) =>
      !isManyToMany && joinColumns.length === 1 && joinColumns[0] === meta,
  );
  const reference = single && {
    model: single.inverseEntityMetadata.name,
    relation: single.propertyName,
    key: referenceKey(single.foreignKeys[0]?.referencedColumns[0]),
  };
  return { ...column, reference: reference ?? null };
}

/** The columns with the fields of references, each behind the last of its parts. */
function withFields(
  columns: readonly ColumnInfo[],
  references: readonly ComposedReference[],
): readonly ColumnInfo[] {
  return columns.flatMap((column, at) => {
    const rest = columns.slice(at + 1);
    const behind = references.filter(
      ({ parts }) => parts.includes(column) && !parts.some((one) => rest.includes(one)),
    );
    return [column, ...behind.map((one) => one.column)];
  });
}

/** Whoever may read or write a reference may do so with each of its columns, which its id tells. */
function withPartRules(access: AccessRules, references: readonly ComposedReference[]): AccessRules {
  const fields: Record<string, FieldAccess> = { ...access.fields };
  for (const { column, parts } of references) {
    const rules = [column, ...parts].flatMap(({ name }) =>
      Object.hasOwn(access.fields, name) ? [access.fields[name]!] : [],
    );
    if (rules.length > 0)
      fields[column.name] = {
        ...common('read', rules),
        ...common('write', rules),
      };
  }
  return { ...access, fields };
}

/** The roles that all of these rules let do it; nothing where none says who may. */
function common(layer: 'read' | 'write', rules: readonly FieldAccess[]): FieldAccess {
  const [first, ...others] = rules.flatMap((rule) => (rule[layer] ? [rule[layer]] : []));
  if (!first) return {};
  return { [layer]: first.filter((role) => others.every((roles) => roles.includes(role))) };
}

/** A model with the fields of others that lead to it by several columns. */
function withRelations(model: ModelInfo, meta: EntityMetadata): ModelInfo {
  const leadsHere = (one: RelationMetadata): boolean =>
    one.inverseEntityMetadata === meta && isComposed(one);
  const others = meta.connection.entityMetadatas
    .filter(({ isJunction, relations }) => !isJunction && relations.some(leadsHere))
    .flatMap(({ relations }) => relations.filter(leadsHere));
  if (others.length === 0) return model;
  return {
    ...model,
    children: model.children.map((one) => asComposed(one, meta)),
    ...(model.ones && { ones: model.ones.map((one) => asComposed(one, meta)) }),
    referrers: [
      ...model.referrers.filter((one) => !others.some((relation) => beginsWith(relation, one))),
      ...others.filter(isForeignKey).map(referrerOf),
    ],
  };
}

function asComposed(children: ChildrenInfo, { relations }: EntityMetadata): ChildrenInfo {
  const inverse = relations.find(
    ({ propertyName }) => propertyName === children.name,
  )?.inverseRelation;
  return inverse && inverse.joinColumns.length > 1
    ? { ...children, field: fieldOf(inverse.propertyName) }
    : children;
}

/** Whether a referrer is the first of the columns of a relation, which stands for all of them. */
const beginsWith = (
  { entityMetadata, foreignKeys }: RelationMetadata,
  { model, field }: Referrer,
): boolean =>
  entityMetadata.name === model &&
  foreignKeys.some(({ columns }) => fieldName(columns[0]!) === field);

/** A view refers to rows without a foreign key, so that they are deleted as if it did not. */
const isForeignKey = ({ foreignKeys }: RelationMetadata): boolean => foreignKeys.length > 0;

const referrerOf = (relation: RelationMetadata): Referrer => ({
  model: relation.entityMetadata.name,
  field: fieldOf(relation.propertyName),
  key: 'id',
  onDelete: onDelete(relation.foreignKeys[0]?.onDelete),
});
