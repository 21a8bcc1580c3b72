import { isSized, sizeText, type SizedType } from '../model/bytes.js';
import { sourceText } from '../model/field-source.js';
import { conditionText } from '../model/frozen.js';
import { EMPTIED } from '../model/personal.js';
import { stepText } from '../model/steps.js';
import { totalText } from '../model/totals.js';
import {
  type App,
  type Default,
  type Field,
  type FieldOption,
  type Model,
  type RowNumber,
  type ScalarType,
  tenantOf,
} from '../model/model.js';
import { isOneToOne, isUniqueColumn } from '../model/constraints.js';
import { asColumn, isMadeByPackage } from '../model/keys.js';
import { itemOf } from '../model/lists.js';
import { isUniqueAmongLiving } from '../model/trash.js';
import { call, hasEntries, quote, type Value, type Values, verbatim } from './code.js';
import { DECIMAL_DIGITS, STRING_LENGTH } from '../model/columns.js';

/** The name that Node.js has for the function that makes random UUIDs. */
export const RANDOM = 'randomUUID';

/** The name that the engine's feature has for a column of lists. */
export const LIST = 'LIST';

/** The name that the feature of files has for the value of a field. */
export const FILE_VALUE = 'FileValue';

/** The type of a column's property: `string | null`, `'open' | 'paid'`. */
export function propertyType(app: App, field: Field): string {
  const { property } = TYPES[heldType(app, field)];
  if (property === 'unknown') return property;
  const types = field.enforce && field.values.length > 0 ? field.values.map(quote) : [property];
  const held = field.type === 'list' ? [arrayOf(types)] : types;
  return (field.required ? held : [...held, 'null']).join(' | ');
}

/** The type of the values in a column; of a list, that of its items. */
const heldType = (app: App, field: Field): keyof typeof TYPES =>
  field.type === 'list'
    ? itemOf(field).type
    : (asColumn(app, field).type as Exclude<ScalarType, 'list'>);

/** The type of an array whose items have one of some types. */
const arrayOf = (types: readonly string[]): string =>
  types.length === 1 ? `${types[0]}[]` : `(${types.join(' | ')})[]`;

/** The options in `@Field` of a column: facts that TypeORM does not support. */
export function fieldFacts(model: Model, field: Field): Values {
  // In a model with tenants, global uniqueness must be explicit.
  const isToldOfAll = field.uniqueGlobal && tenantOf(model) === null;
  const isString = field.type === 'string' || field.type === 'enum';
  return {
    id: (model.rowNumber !== undefined && field.key !== null) || undefined,
    makes: makerOf(field),
    values: field.values.length > 0 ? field.values : undefined,
    enforce: (field.values.length > 0 && field.enforce) || undefined,
    min: field.min ?? undefined,
    max: isString || isSized(field.type) ? undefined : (field.max ?? undefined),
    format: field.format ?? undefined,
    pattern: field.pattern ?? undefined,
    patternMessage: field.patternMessage ?? undefined,
    unit: field.unit ?? undefined,
    placeholder: field.placeholder ?? undefined,
    help: field.help ?? undefined,
    section: field.section ?? undefined,
    showIf: field.showIf === null ? undefined : conditionText(field.showIf),
    search: field.search ?? undefined,
    from: field.from === null ? undefined : sourceText(field.from),
    total: field.total === null ? undefined : totalText(field.total),
    series: field.series ?? undefined,
    personal: field.personal === EMPTIED || (field.personal ?? undefined),
    steps: field.steps?.map(stepText),
    unique: isToldOfAll ? 'global' : undefined,
  } satisfies Record<FieldOption | 'id' | 'makes' | 'unique', Value | undefined>;
}

/** What makes the values of a key in the service; undefined where TypeORM names it, or the client gives them. */
function makerOf(field: Field): Value | undefined {
  if (field.key === 'public') return verbatim(RANDOM);
  return isMadeByPackage(field) ? verbatim('uuidv7') : undefined;
}

/** The arguments of `@Column`: the type in the database, and options where there are any. */
export function columnDecorator(app: App, model: Model, field: Field) {
  const isList = field.type === 'list';
  const held = isList ? itemOf(field) : asColumn(app, field);
  const { column, options: own } = TYPES[heldType(app, field)];
  if (field.stamp !== null) return stampDecorator(field);
  const options: Values = {
    name: ownColumn(field),
    ...(isList ? arrayOptions(own?.(held)) : own?.(held)),
    nullable: field.required ? undefined : true,
    unique: isUniqueAlone(app, model, field) || undefined,
    default: defaultOption(field.default),
  };
  if (field.generated !== null) return generatedDecorator(column, options, field.generated);
  return { type: column, options: hasEntries(options) ? options : undefined };
}

/** Whether `@Column` says that a column is unique: not where a relation or an index says it. */
const isUniqueAlone = (app: App, model: Model, field: Field): boolean =>
  isUniqueColumn(model, field) &&
  !isOneToOne(model, field) &&
  !isUniqueAmongLiving(app, model, field);

/** The options of a column of lists of values. */
function arrayOptions({ transformer: _, ...options }: Values = {}): Values {
  return { ...options, array: true, transformer: verbatim(LIST) };
}

/** The arguments of `@Column` of a generated column, which TypeORM takes as options alone. */
const generatedDecorator = (type: Value, { name, ...options }: Values, sql: string) => ({
  type: undefined,
  options: { name, type, ...options, generatedType: 'STORED', asExpression: sql },
});

/** The arguments of `@CreateDateColumn` and `@UpdateDateColumn`, whose default is the moment itself. */
const stampDecorator = (field: Field) => ({
  type: undefined,
  options: { name: ownColumn(field), type: verbatim('DATETIME'), precision: 3 },
});

/** The name of a column, if the developer has given its property another name. */
const ownColumn = ({ column, name }: Field): string | undefined =>
  column === name ? undefined : column;

/** The decorator of a primary key, with its arguments; a model without a key of its own has the integer `id`. */
export function keyDecorator(app: App, model: Model, key: Field | null) {
  if (key !== null && model.rowNumber) {
    const { type, options } = columnDecorator(app, model, key);
    return { name: 'Column', args: [type, options] };
  }
  if (key !== null && (key.key === 'given' || key.key === 'v7')) {
    const { type, options } = columnDecorator(app, model, key);
    return { name: 'PrimaryColumn', args: [type, options] };
  }
  const strategy = key?.key === 'v4' ? 'uuid' : key?.type === 'bigint' ? 'increment' : undefined;
  const options: Values = {
    type: key?.type === 'bigint' ? 'bigint' : undefined,
    name: key === null ? undefined : ownColumn(key),
  };
  return {
    name: 'PrimaryGeneratedColumn',
    args: [strategy, hasEntries(options) ? options : undefined],
  };
}

/** The decorator of the primary key where another column has the ids: one that nobody sees, unless a field shows it. */
export function numberDecorator({ name, column, type }: RowNumber, isShown: boolean) {
  const named = { name: column === name ? undefined : column };
  if (!isShown)
    return {
      name: 'PrimaryColumn',
      args: [type, { ...named, generated: 'increment', select: false }],
    };
  const sized = type === 'bigint' ? ['increment', { ...named, type }] : [named];
  return { name: 'PrimaryGeneratedColumn', args: sized };
}

/** How a column is written: its type in the database, options of this type, and the type of its property. */
interface ColumnForm {
  readonly column: Value;
  readonly property: string;
  readonly options?: (field: Field) => Values;
}

const textColumn: ColumnForm = {
  column: 'varchar',
  property: 'string',
  options: ({ max }) => ({ length: max ?? STRING_LENGTH }),
};

/** A column of a type whose values have a size, of which a feature makes the transformer. */
const sizedColumn = (type: SizedType, property: string): ColumnForm => ({
  column: 'text',
  property,
  options: ({ max }) => ({ transformer: call(type, max === null ? undefined : sizeText(max)) }),
});

const TYPES: Readonly<Record<Exclude<ScalarType, 'list'>, ColumnForm>> = {
  string: textColumn,
  enum: textColumn,
  text: { column: 'text', property: 'string' },
  integer: { column: 'integer', property: 'number' },
  bigint: {
    column: 'bigint',
    property: 'string',
    options: () => ({ transformer: verbatim('BIGINT') }),
  },
  float: { column: 'double precision', property: 'number' },
  decimal: {
    column: 'decimal',
    property: 'number',
    options: ({ precision, scale }) => ({
      precision: precision ?? DECIMAL_DIGITS.precision,
      scale: scale ?? DECIMAL_DIGITS.scale,
      transformer: verbatim('DECIMAL'),
    }),
  },
  exact: {
    column: 'decimal',
    property: 'string',
    options: ({ precision, scale }) => ({
      precision: precision ?? undefined,
      scale: precision === null ? undefined : (scale ?? 0),
      transformer: call('exact'),
    }),
  },
  boolean: { column: 'boolean', property: 'boolean' },
  date: { column: 'date', property: 'string' },
  time: { column: 'time', property: 'string' },
  datetime: {
    column: verbatim('DATETIME'),
    property: 'Date',
    options: () => ({ precision: 3 }),
  },
  uuid: { column: verbatim('UUID'), property: 'string' },
  color: { column: verbatim('COLOR'), property: 'string' },
  json: { column: verbatim('JSON_VALUE'), property: 'unknown' },
  native: {
    column: 'text',
    property: 'string',
    options: ({ native }) => ({ transformer: call('native', native!) }),
  },
  bytes: sizedColumn('bytes', 'string'),
  file: sizedColumn('file', FILE_VALUE),
  image: sizedColumn('image', FILE_VALUE),
};

function defaultOption(value: Default | null): Value | undefined {
  if (value === null || value.kind === 'counted') return undefined;
  if (value.kind === 'value') return value.value;
  if (value.kind === 'database') return verbatim(`() => ${quote(value.sql)}`);
  return verbatim(value.kind === 'now' ? 'NOW' : 'TODAY');
}
