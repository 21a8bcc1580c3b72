import { randomUUID } from 'node:crypto';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import {
  BIGINT,
  DECIMAL,
  NOW,
  TODAY,
  isCountedColumn,
  plainTypeOf,
  typeName,
} from '../database/column-types.js';
import type { FieldOptions } from './field.js';
import { AddedType } from '../fields/added-type.js';
import { isNaming } from './named-id.js';
import { trigramName } from '../database/steps/step.js';
import { LENGTHS, matcherOf } from '../fields/formats.js';
import {
  isNumber,
  type ColumnInfo,
  type FieldDefault,
  type FieldType,
} from '../fields/column-info.js';

/** One column as the engine sees it; throws where its type is not supported in the API. `trigrams` are the existing indexes. */
export function describeColumn(
  meta: ColumnMetadata,
  fields: ReadonlyMap<string, FieldOptions>,
  trigrams: ReadonlySet<string> = new Set(),
): ColumnInfo {
  const field = fields.get(fieldName(meta)) ?? {};
  const type = fieldType(meta, field);
  const length = type === 'string' ? Number(meta.length || LENGTHS.string) : null;
  const isShort = SHORT.includes(typeName(meta));
  return {
    name: fieldName(meta),
    column: meta.databaseName,
    type,
    ...addedOf(meta),
    ...(isShort && { isShort }),
    role: keptRole(field) ?? roleOf(meta),
    ...keyOf(meta, field),
    ...(field.total !== undefined && { total: field.total }),
    ...(field.series !== undefined && { series: field.series }),
    ...(field.steps !== undefined && { steps: field.steps }),
    nullable: meta.isNullable,
    default: defaultOf(meta),
    values: field.values ?? [],
    enforce: field.enforce ?? false,
    min: field.min ?? (isShort ? -SHORT_LIMIT : null),
    max: field.max ?? (isShort ? SHORT_LIMIT - 1 : length),
    precision: meta.precision ?? null,
    scale: meta.scale ?? null,
    format: field.format ?? null,
    pattern: patternOf(meta, field),
    patternMessage: field.patternMessage ?? null,
    unit: unitOf(meta, field, type),
    help: field.help ?? null,
    search: searchOf(meta, field, type, trigrams),
    derivedFrom: field.derivedFrom ?? null,
    from: field.from ?? null,
    reference: referenceOf(meta),
    transformer: transformerOf(meta),
  };
}

/** Types of integers of 16 bits. */
const SHORT: readonly string[] = ['smallint', 'int2'];
const SHORT_LIMIT = 2 ** 15;

/** The role of a column whose values a feature of the service makes. */
const keptRole = ({ total, series }: FieldOptions): 'total' | 'series' | undefined =>
  total !== undefined ? 'total' : series !== undefined ? 'series' : undefined;

/** A column's name in the API: the name of its property, or of the column if it has no property. */
export const fieldName = (meta: ColumnMetadata): string =>
  meta.isVirtual ? meta.databaseName : meta.propertyName;

/** A supported pattern; throws for any other. */
function patternOf(meta: ColumnMetadata, { pattern, max }: FieldOptions): string | null {
  if (pattern === undefined) return null;
  const at = `${meta.entityMetadata.name}.${meta.propertyName}`;
  if (typeName(meta) === 'text' && max === undefined)
    throw new Error(`${at}: a text with a pattern needs a maximum length: @Field({ max })`);
  try {
    matcherOf(pattern);
  } catch (error) {
    throw new Error(`${at}: ${pattern} is not a valid pattern`, { cause: error });
  }
  return pattern;
}

function searchOf(
  meta: ColumnMetadata,
  { search }: FieldOptions,
  type: FieldType,
  trigrams: ReadonlySet<string>,
): ColumnInfo['search'] {
  if (search === undefined) return 'all-rows';
  const { name, tableName } = meta.entityMetadata;
  if (!['string', 'text', 'enum'].includes(type))
    throw new Error(`${name}.${meta.propertyName}: @Field({ search }) is for texts, not ${type}`);
  return trigrams.has(trigramName(tableName, meta.databaseName)) ? 'index' : 'no-index';
}

/** The unit of a number; throws for that of anything else. */
function unitOf(meta: ColumnMetadata, { unit }: FieldOptions, type: FieldType): string | null {
  if (unit === undefined) return null;
  const { entityMetadata, propertyName, relationMetadata, transformer } = meta;
  const isOfNumbers = transformer instanceof AddedType ? transformer.isNumber : isNumber({ type });
  if (relationMetadata || !isOfNumbers)
    throw new Error(
      `${entityMetadata.name}.${propertyName}: @Field({ unit }) is for numbers, not ${relationMetadata ? 'references' : type}`,
    );
  return unit;
}

function fieldType(meta: ColumnMetadata, field: FieldOptions): FieldType {
  if (meta.transformer instanceof AddedType) return 'added';
  if (field.type) return field.type;
  const type = plainTypeOf(meta);
  if (!type) {
    throw new Error(
      `${meta.entityMetadata.name}.${meta.propertyName}: the API does not support the column type ${typeName(meta)}; name a supported type with @Field({ type })`,
    );
  }
  if (type === 'string' && field.enforce && field.values) return 'enum';
  return type;
}

/** What makes the values of a key, where the service does. */
function keyOf(meta: ColumnMetadata, { makes, id }: FieldOptions): Pick<ColumnInfo, 'makes'> {
  if ((meta.isPrimary || id) && makes) return { makes };
  return meta.isPrimary && meta.isGenerated && !isCountedColumn(meta) ? { makes: randomUUID } : {};
}

function roleOf(meta: ColumnMetadata): ColumnInfo['role'] {
  if (meta.isPrimary) return isCountedColumn(meta) ? 'id' : 'key';
  if (meta.isCreateDate) return 'created';
  if (meta.isUpdateDate) return 'updated';
  if (meta.isDeleteDate) return 'deleted';
  if (meta.isVersion) return 'version';
  if (meta.asExpression || isCountedColumn(meta)) return 'generated';
  return meta.isSelect && !meta.isDiscriminator ? 'data' : 'hidden';
}

function defaultOf({ default: value }: ColumnMetadata): FieldDefault | null {
  if (value === undefined || value === null) return null;
  if (value === NOW) return { kind: 'now' };
  if (value === TODAY) return { kind: 'today' };
  return typeof value === 'function' ? { kind: 'database' } : { kind: 'value', value };
}

function referenceOf({
  relationMetadata: relation,
  referencedColumn,
}: ColumnMetadata): ColumnInfo['reference'] {
  if (!relation) return null;
  const { inverseEntityMetadata: other, propertyName } = relation;
  return { model: other.name, relation: propertyName, key: referenceKey(referencedColumn) };
}

/** The field to whose values a foreign key refers: `id` for the one that names the rows, whatever its name. */
export const referenceKey = (referenced: ColumnMetadata | undefined): string =>
  !referenced || isNaming(referenced) ? 'id' : fieldName(referenced);

const addedOf = ({ transformer }: ColumnMetadata): Pick<ColumnInfo, 'added'> =>
  transformer instanceof AddedType ? { added: transformer } : {};

function transformerOf(meta: ColumnMetadata): ColumnInfo['transformer'] {
  const given = meta.transformer;
  const all = given === undefined ? [] : Array.isArray(given) ? given : [given];
  const owners = all.filter(
    (one) => one !== BIGINT && one !== DECIMAL && !(one instanceof AddedType),
  );
  if (owners.length === 0) return null;
  return {
    to: (value) => owners.reduce<unknown>((so, one) => one.to(so), value),
    from: (value) => owners.reduceRight<unknown>((so, one) => one.from(so), value),
  };
}
