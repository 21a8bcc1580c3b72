import { once } from '../once.js';
import { isAlone, isServed } from '../model/constraints.js';
import { type Field, type Model, type OtherColumn, PLAIN_FIELD, tenantOf } from '../model/model.js';
import { bareTable } from '../model/names.js';
import type { AccessRules } from './read-access.js';
import { memberName } from './decorators.js';
import { isPlainKey, type Column } from './read-column.js';
import type { Entity } from './read-entity.js';
import type { Relation } from './read-relation.js';
import { UNIT_TYPES, STAMPS, STRING_LENGTH } from '../model/columns.js';

/** The relation of a foreign key column. */
export function relationOf(entity: Entity, column: Column): Relation | undefined {
  return entity.relations.find(
    ({ owns, join, kind, property }) =>
      owns &&
      kind !== 'ManyToMany' &&
      (join === column.column || join === column.property) &&
      property !== column.property,
  );
}

/** The columns of the primary key. */
export const keysIn = ({ columns }: Pick<Entity, 'columns'>): readonly Column[] =>
  columns.filter(({ kind }) => kind === 'id');

/** Whether a column is unique by itself, globally or (with tenants) within a tenant. */
function uniqueness(
  entity: Entity,
  rules: AccessRules,
  name: string,
  { unique: alone, uniqueGlobal }: Pick<Column, 'unique' | 'uniqueGlobal'>,
): Pick<Field, 'unique' | 'uniqueGlobal'> {
  const tenant = tenantOf(rules);
  const single = isAlone(entity.unique, name);
  if (tenant === null || tenant === name) {
    const unique = alone || single;
    return { unique, uniqueGlobal: unique && uniqueGlobal && tenant === null };
  }
  const pair = (group: readonly string[]): boolean => String(group) === String([tenant, name]);
  return { unique: alone || single || entity.unique.some(pair), uniqueGlobal: alone || single };
}

function scalarField(entity: Entity, rules: AccessRules, column: Column): Field {
  const isListed = column.type === 'string' && column.enforce && column.values.length > 0;
  // A text that alone is the key keeps its type.
  const isEnum = isListed && (column.key === null || keysIn(entity).length > 1);
  const type = isEnum && (column.length ?? STRING_LENGTH) === STRING_LENGTH ? 'enum' : column.type;
  const length = column.length === STRING_LENGTH ? null : column.length;
  const hasDigits = type === 'exact' || type === 'decimal' || column.items === 'decimal';
  const { kind, property, nullable, length: _length, ...given } = column;
  const { namesRows, isHidden: _isHidden, ...told } = given;
  // Columns that name rows are unique by themselves.
  const alone = namesRows || kind === 'number' ? { ...column, unique: false } : column;
  return {
    name: property,
    ...told,
    type,
    required: !nullable,
    ...uniqueness(entity, rules, property, alone),
    index: column.index || isAlone(entity.indexes, property),
    enforce: column.enforce || type === 'enum',
    max: type === 'string' ? length : column.max,
    itemLength: type === 'list' && column.items === 'string' ? length : null,
    unit: UNIT_TYPES.includes(type) ? column.unit : null,
    precision: hasDigits ? column.precision : null,
    scale: hasDigits ? column.scale : null,
    reference: null,
    ...stampOf(column),
    read: null,
    write: null,
    ...rules.fields.get(property),
  };
}

/** The moment that TypeORM fills into a column. */
function stampOf({
  kind,
  default: given,
}: Column): Pick<Field, 'stamp' | 'default'> & Partial<Pick<Field, 'required'>> {
  if (kind === 'deleted') return { stamp: kind, default: null, required: false };
  return kind === 'created' || kind === 'updated'
    ? { stamp: kind, default: { kind: 'now' } }
    : { stamp: null, default: given };
}

/** What a relation says of itself; that its rows are lines says the class that it refers to (`read-links.ts`). */
function reference(relation: Relation, nullable: boolean): NonNullable<Field['reference']> {
  return {
    model: relation.model ?? '',
    ...(relation.to !== null && { to: relation.to }),
    relation: relation.property,
    inverse: relation.inverse,
    onDelete: relation.onDelete ?? (relation.isFree && nullable ? 'set_null' : 'restrict'),
    lines: false,
  };
}

function refField(
  entity: Entity,
  rules: AccessRules,
  relation: Relation,
  column: Column | null,
): Field {
  const name = column?.property ?? relation.join ?? relation.property;
  const nullable = column?.nullable ?? relation.nullable;
  const key = column?.key ?? null;
  const isOne = relation.kind === 'OneToOne' && key === null;
  const unique = isOne || relation.unique || column?.unique === true;
  const uniqueGlobal = column?.uniqueGlobal === true;
  const groups = [...entity.indexes, ...entity.unique];
  // The index of the primary key begins with its first column.
  const isFirstKey = key !== null && entity.columns.find(({ kind }) => kind === 'id') === column;
  const isIndexed =
    unique ||
    isFirstKey ||
    relation.index ||
    column?.index === true ||
    [name, relation.property].some((one) => isAlone(groups, one));
  return {
    ...PLAIN_FIELD,
    name,
    column: column?.column ?? relation.join ?? name,
    type: 'ref',
    required: !nullable,
    key,
    default: column?.default?.kind === 'database' ? column.default : null,
    ...uniqueness(entity, rules, name, { unique, uniqueGlobal }),
    reference: {
      ...reference(relation, nullable),
      ...(!isIndexed && !entity.isReadOnly && { unindexed: true }),
    },
    from: column?.from ?? null,
    placeholder: column?.placeholder ?? null,
    generated: column?.generated ?? null,
    help: column?.help ?? null,
    section: column?.section ?? null,
    showIf: column?.showIf ?? null,
    personal: column?.personal ?? null,
    ...rules.fields.get(name),
  };
}

/** A reference of several columns, each of which is a field of its own. */
function compositeField(entity: Entity, rules: AccessRules, relation: Relation): Field {
  const { property, joins } = relation;
  const parts = joins!.flatMap(
    (join) => entity.columns.find(({ column }) => column === join.column) ?? [],
  );
  const columns = parts.map((part) => part.property);
  const name = `${property}_id`;
  const nullable = parts.some((part) => part.nullable);
  const keys = keysIn(entity).map((key) => key.property);
  const served = isServed(columns, [keys, ...entity.unique, ...entity.indexes]);
  return {
    ...PLAIN_FIELD,
    name,
    column: name,
    type: 'ref',
    required: !nullable,
    reference: {
      ...reference(relation, nullable),
      columns,
      ...(!served && !entity.isReadOnly && { unindexed: true as const }),
    },
    ...rules.fields.get(name),
  };
}

function refsField(rules: AccessRules, relation: Relation, entity: Entity): Field {
  const { property, joinTable } = relation;
  const lead = `${entity.table}_`;
  const column = joinTable?.table.startsWith(lead) ? joinTable.table.slice(lead.length) : property;
  return {
    ...PLAIN_FIELD,
    name: property,
    column,
    type: 'refs',
    reference: {
      ...reference(relation, true),
      onDelete: 'set_null',
      ...(joinTable && { join: joinTable }),
    },
    personal: relation.personal,
    ...rules.fields.get(property),
  };
}

/** Whether a column is a field of the model: an ordinary column, a primary key that is not the integer `id`, a moment of its own. */
const isField = (entity: Entity, column: Column): boolean =>
  column.kind === 'column' ||
  (column.kind === 'id' && !isPlainKey(column)) ||
  (column.kind === 'number' && !column.isHidden) ||
  isOwnStamp(entity, column);

/** Whether a column is a moment that TypeORM fills in, other than the usual two. */
const isOwnStamp = (entity: Entity, { kind, type, column }: Column): boolean =>
  (kind === 'created' || kind === 'updated' || kind === 'deleted') &&
  type === 'datetime' &&
  !(hasTimestamps(entity) && STAMPS.includes(column));

/** Whether an entity has both usual timestamps. */
const hasTimestamps = ({ columns }: Entity): boolean =>
  STAMPS.every((name) =>
    columns.some(({ column, kind }) => column === name && OTHERS[kind] === 'moment'),
  );

/** The fields of an entity, its primary key first. */
function fieldsOf(entity: Entity, rules: AccessRules): readonly Field[] {
  const fields = entity.members.flatMap((one) => fieldAt(entity, rules, memberName(one)) ?? []);
  return fields.toSorted((one, other) => Number(other.key !== null) - Number(one.key !== null));
}

/** The field of a property; null for an integer `id`, timestamps, inverses and other properties. */
function fieldAt(entity: Entity, rules: AccessRules, property: string): Field | null {
  const column = entity.columns.find((one) => one.property === property && isField(entity, one));
  if (column) {
    const relation = relationOf(entity, column);
    return relation
      ? refField(entity, rules, relation, column)
      : scalarField(entity, rules, column);
  }
  const relation = entity.relations.find((one) => one.property === property && one.owns);
  if (!relation) return null;
  if (relation.kind === 'ManyToMany') return refsField(rules, relation, entity);
  if (relation.joins !== null) return compositeField(entity, rules, relation);
  const hasColumn = entity.columns.some((one) => relationOf(entity, one) === relation);
  return hasColumn ? null : refField(entity, rules, relation, null);
}

/** The groups of several fields, without a leading tenant; a tenant further back stays. */
function groupsOf(entity: Entity, rules: AccessRules): string[][] {
  const tenant = tenantOf(rules);
  return entity.unique
    .map((group) => (group[0] === tenant ? group.slice(1) : [...group]))
    .filter((group) => group.length > 1);
}

/** Whether an index is that of the columns of a reference, which has one by itself. */
const isOfReference = ({ relations, columns }: Entity, group: readonly string[]): boolean =>
  relations.some(({ joins }) => {
    const names = joins?.map(
      (join) => columns.find(({ column }) => column === join.column)?.property,
    );
    return names?.join() === group.join();
  });

const OTHERS: Partial<Record<Column['kind'], OtherColumn['kind']>> = {
  created: 'moment',
  updated: 'moment',
  deleted: 'deletion',
  version: 'version',
};

/** The columns that TypeORM fills. */
function othersOf(entity: Entity): OtherColumn[] {
  const rest = entity.columns.filter((column) => !isOwnStamp(entity, column));
  return rest.flatMap(({ column, kind: from }) => {
    const kind = OTHERS[from];
    return kind ? [{ column, kind }] : [];
  });
}

/** The primary key where another column has the ids. */
function numberOf({ columns }: Entity): Pick<Model, 'rowNumber'> {
  const number = columns.find(({ kind }) => kind === 'number');
  if (number === undefined) return {};
  const { property: name, column, type } = number;
  return { rowNumber: { name, column, type: type === 'bigint' ? type : 'integer' } };
}

/** Builds the model of an entity and its access rules. */
export const buildModel = (entity: Entity, rules: AccessRules): Model => built(entity)(rules);

/** Computed once, since most kept copies have the same text as the project's entities. */
const built = once((entity: Entity) => once((rules: AccessRules) => build(entity, rules)));

function build(entity: Entity, rules: AccessRules): Model {
  const others = othersOf(entity);
  const timestamps = hasTimestamps(entity);
  const own = timestamps ? others.filter(({ column }) => !STAMPS.includes(column)) : others;
  return {
    name: entity.name,
    table: entity.table,
    prefix: `/${bareTable(entity.table)}`,
    label: null,
    ...entity.options,
    timestamps,
    ...(entity.isReadOnly && { readOnly: true }),
    fields: fieldsOf(entity, rules),
    ...numberOf(entity),
    unique: groupsOf(entity, rules),
    indexes: entity.indexes.filter((group) => group.length > 1 && !isOfReference(entity, group)),
    ...(Object.keys(entity.checks).length > 0 && { checks: entity.checks }),
    access: rules.roles,
    rows: rules.rows,
    ...(rules.sentences.length > 0 && { sentences: rules.sentences }),
    ...(own.length > 0 && { others: own }),
  };
}
