import { INT64, LENGTHS } from '../fields/formats.js';
import type { CheckedField } from '../fields/check-value.js';
import type { ColumnInfo, FieldType } from '../fields/column-info.js';
import type { ExtraInfo } from '../fields/column-info.js';
import type { LinkInfo } from '../model/model-info.js';
import { withArticle } from '../problem/problem.js';
import { integerPattern } from './value-schemas.js';
import { ref, type Schema } from './openapi-types.js';

/** The schema among the components that a type's values have. */
const VALUES: Readonly<Record<FieldType, string>> = {
  string: 'string',
  text: 'text',
  enum: 'string',
  integer: 'integer',
  bigint: 'bigint',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  uuid: 'uuid',
  json: 'json',
};

/** The schema that a type's values have in a query, where no field's own rules count. */
export const urlValue = (type: FieldType): string =>
  VALUES[type] === 'string' || VALUES[type] === 'text' ? 'url-text' : VALUES[type];

/** A column's JSON with everything that is enforced or documented about it. */
export function columnSchema(column: ColumnInfo): Schema {
  const { default: initial, enforce, nullable, reference, values } = column;
  return {
    ...(enforce ? enumSchema(values, nullable) : fieldSchema(column, nullable)),
    ...(!enforce && values.length > 0 && { examples: values }),
    ...(initial?.kind === 'value' && { default: initial.value }),
    ...(reference && { description: `The id of ${withArticle(reference.model)}.` }),
  };
}

/** A many-to-many as the array that stands in JSON. */
export const linkSchema = ({ key, model }: LinkInfo): Schema => ({
  ...ref('schemas', key === 'id' ? 'ids' : 'strings'),
  description: `The ${key} of each linked ${model}.`,
});

/** A field without a column: made from others, which may be missing, or only written. */
export const extraSchema = (extra: ExtraInfo): Schema =>
  fieldSchema(extra, extra.compute !== null || !extra.required);

const enumSchema = (values: readonly string[], nullable: boolean): Schema => ({
  type: nullable ? ['string', 'null'] : 'string',
  enum: nullable ? [...values, null] : values,
});

type Field = CheckedField & Partial<Pick<ColumnInfo, 'reference'>>;

/** The schema of its kind, narrowed by what the field states itself. */
function fieldSchema(field: Field, nullable: boolean): Schema {
  const kind = kindOf(field);
  // The service takes an empty text for null, and null is no JSON of a required field.
  if (kind === 'json') return { ...ref('schemas', kind), ...(!nullable && NOT_EMPTY) };
  return {
    ...ref('schemas', nullable ? `${kind}-or-null` : kind),
    ...(isText(field) ? lengths(field, kind, nullable) : bounds(field)),
  };
}

const NOT_EMPTY: Schema = { not: { enum: [null, ''] } };

function kindOf({ type, format, max, reference }: Field): string {
  if (reference && type === 'integer') return 'id';
  if (format) return format;
  return type === 'string' && (max === null || max > LENGTHS.string) ? 'text' : VALUES[type];
}

const isText = ({ type }: Field): boolean =>
  type === 'string' || type === 'text' || type === 'enum';

function lengths({ min, max }: Field, kind: string, nullable: boolean): Schema {
  const least = nullable ? min : Math.max(1, min ?? 0);
  const most = LENGTHS[kind as keyof typeof LENGTHS] ?? Infinity;
  return {
    ...(least && { minLength: least }),
    ...(max !== null && max < most && { maxLength: max }),
  };
}

function bounds({ type, min, max, precision, scale }: Field): Schema {
  if (type === 'bigint') return min === null && max === null ? {} : { pattern: digits(min, max) };
  const places = scale ?? 0;
  const most = type === 'decimal' && precision != null ? largest(precision, places) : Infinity;
  const [minimum, maximum] = [Math.max(min ?? -most, -most), Math.min(max ?? most, most)];
  return {
    ...(minimum > -Infinity && { minimum }),
    ...(maximum < Infinity && { maximum }),
    ...(most < Infinity && { multipleOf: Number(`1e-${places}`) }),
  };
}

/** The largest number of so many digits: 99.99. */
const largest = (precision: number, scale: number): number =>
  Number(`${'9'.repeat(precision - scale)}.${'9'.repeat(scale)}`);

function digits(min: number | null, max: number | null): string {
  const [least, most] = [BigInt(Math.ceil(min ?? 0)), BigInt(Math.floor(max ?? 0))];
  return integerPattern(
    min === null || least < INT64.min ? INT64.min : least,
    max === null || most > INT64.max ? INT64.max : most,
  );
}
