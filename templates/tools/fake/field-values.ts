import { isText, type ColumnInfo } from '../../service/engine/fields/column-info.js';
import { dayText } from '../../service/engine/fields/periods.js';
import { DAY, MINUTE, timeOf } from './calendar.js';
import type { Dice } from './dice.js';
import { uuid } from './keys.js';
import { flagMaker } from './makers/flags.js';
import { isEvent, momentMaker } from './makers/moments.js';
import { NUMBERS, anyNumber } from './makers/numbers.js';
import { objectMaker } from './makers/objects.js';
import { timeMaker } from './makers/times.js';
import { settle } from './number-values.js';
import type { Make } from './scene.js';
import type { Subject } from './subject.js';
import { endingWith, lookUp, snakeCase, type Field } from './table.js';
import { textValues } from './text-values.js';

/** Makes the values of one field, in the form that they have in the API. */
export interface FieldValues {
  /** A believable one; null now and then where the field is optional. */
  readonly make: Make<unknown>;
  /** The `n`th of many different ones, from 0, for when believable ones collide; a small type repeats. */
  readonly distinct: (n: number, believable: unknown, dice: Dice) => unknown;
}

/** The values of a column that is not a reference, in a table that had so many rows before. */
export function fieldValues(column: ColumnInfo, subject: Subject, before: number): FieldValues {
  const field = { column, subject, name: snakeCase(column.name) };
  const values = valuesOf(field, before);
  const nulls = shareOfNulls(field);
  const { make } = values;
  return nulls === 0
    ? values
    : { ...values, make: (scene) => (scene.dice.chance(nulls) ? null : make(scene)) };
}

type PlainField = Omit<Field, 'role'>;

function valuesOf(field: PlainField, before: number): FieldValues {
  const { column, subject } = field;
  const { values, default: initial } = column;
  if (values.length > 0 && !column.added) {
    const { lifecycle } = subject;
    const make = lifecycle?.column === column ? lifecycle.make : documented(column);
    return { make, distinct: (n) => values[n % values.length] };
  }
  if (isText(column)) return textValues(field, before);
  const typed = typedValues(field);
  if (initial?.kind !== 'value' || !initial.value || column.type === 'boolean') return typed;
  const { make } = typed;
  return { ...typed, make: (scene) => (scene.dice.chance(0.7) ? initial.value : make(scene)) };
}

/** The default in most rows; of the others the first ones more often. */
function documented({ values, default: initial }: ColumnInfo): Make<unknown> {
  const usual = initial?.kind === 'value' ? initial.value : null;
  return ({ dice }) => (usual !== null && dice.chance(0.6) ? usual : dice.early(values));
}

/** The values of columns that are not texts; texts are made elsewhere. */
function typedValues(field: PlainField): FieldValues {
  const { column } = field;
  switch (column.type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return numbers(field);
    case 'bigint': {
      const { make, distinct } = numbers(field);
      return {
        make: (scene) => String(make(scene)),
        distinct: (n) => String(distinct(n)),
      };
    }
    case 'boolean':
      return { make: flagMaker(field), distinct: (n) => n % 2 === 1 };
    case 'date':
    case 'datetime':
      return moments(field);
    case 'time':
      return { make: timeMaker(field), distinct: (n) => timeOf(n % 1440) };
    case 'uuid':
      return { make: ({ dice }) => uuid(dice), distinct: (_n, _believable, dice) => uuid(dice) };
    case 'color':
      return { make: ({ dice }) => dice.pick(COLORS), distinct: (n) => colorOf(n) };
    case 'added': {
      const { added } = column;
      if (added!.isNumber) return exactNumbers(field);
      return {
        make: ({ dice }) => added!.sample(dice.below(MANY), column),
        distinct: (n) => added!.sample(n, column),
      };
    }
    case 'json':
    case 'string':
    case 'text':
    case 'enum':
      return { make: objectMaker(field), distinct: (n) => ({ number: n }) };
  }
}

/** The number of different values that are made up for a type that a feature adds. */
const MANY = 1000;

function numbers(field: PlainField) {
  const { column } = field;
  const make = lookUp(NUMBERS, field) ?? anyNumber({ ...field, role: '' });
  const from = column.min ?? Math.min(0, column.max ?? 0);
  const step = column.type === 'decimal' && column.scale ? 0.01 : 1;
  return { make, distinct: (n: number) => settle(from + n * step, column) };
}

/** Numbers of a type that a feature adds, as texts: those of a decimal with few digits. */
function exactNumbers(field: PlainField): FieldValues {
  const { precision, scale } = field.column;
  const places = Math.min(scale ?? 2, 2);
  const wholes = precision === null ? 9 : Math.min(precision - (scale ?? 0), 9);
  const digits = { type: 'decimal', precision: wholes + places, scale: places } as const;
  const { make, distinct } = numbers({ ...field, column: { ...field.column, ...digits } });
  return {
    make: (scene) => String(make(scene)),
    distinct: (n) => String(distinct(n)),
  };
}

/** A required moment of something that has not happened is that of the row itself. */
function moments(field: PlainField): FieldValues {
  const { column } = field;
  const make = momentMaker(field);
  const form = column.type === 'date' ? dayText : (moment: number) => new Date(moment);
  const unit = column.type === 'date' ? DAY : MINUTE;
  return {
    make: (scene) => {
      const moment = make(scene) ?? (column.nullable ? null : scene.created);
      if (moment === null) return null;
      if (moment <= scene.now) scene.touched = Math.max(scene.touched, moment);
      return form(moment);
    },
    distinct: (n, believable) => form(new Date(believable as string | Date).getTime() - n * unit),
  };
}

/** Colors that people choose for labels and calendars. */
const COLORS = (
  '#e53935 #d81b60 #8e24aa #5e35b1 #3949ab #1e88e5 #039be5 #00acc1 #00897b #43a047 #7cb342 #c0ca33 #fdd835 #fb8c00 ' +
  '#6d4c41 #546e7a'
).split(' ');

/** The `n`th of all colours: an odd factor leads to each of them once. */
const colorOf = (n: number): string =>
  `#${(Math.imul(n + 1, 0x9e3779) & 0xffffff).toString(16).padStart(6, '0')}`;

/** What nobody leaves empty. */
const ALWAYS = endingWith(
  'name|title|number|code|label|sku|subject|headline|slug|price|total|amount|net|subtotal|gross|vat|tax|vat_amount|tax_amount|' +
    'quantity|stock|position|make|model|plate|rate',
);
/** What most people leave empty. */
const SELDOM = endingWith(
  'notes?|comments?|remarks?|memo|fax|middle_name|address_line_?2|line_?2|name_suffix|internal_notes?|allerg(?:y|ies)',
);

/** The share of rows without a value. What a default would fill in is never null, and moments know when they are. */
function shareOfNulls({ column, subject, name }: PlainField): number {
  const { nullable, default: initial, values, type } = column;
  const isFilled = initial !== null && !(initial.kind === 'value' && initial.value === null);
  if (!nullable || isFilled || ALWAYS.test(name) || subject.lifecycle?.column === column) return 0;
  if (values.length > 0) return 0.06;
  if (type === 'date' || type === 'datetime') return isEvent(name) ? 0 : 0.05;
  return SELDOM.test(name) ? 0.4 : 0.1;
}
