import type { Faker } from '@faker-js/faker';
import type { ColumnInfo } from '../../service/src/engine/fields/column-info.js';
import { dayText } from '../../service/src/engine/database/sqlite/values.js';
import { numberMaker } from './number-values.js';
import { pick } from './pick.js';
import { textMaker } from './text-values.js';

/** Generates values of one field, as API values. */
export interface FieldValues {
  /** A realistic one; null now and then where the field is optional. */
  random(): unknown;
  /** The `n`th of many different ones, for when random ones collide; a small type repeats. */
  distinct(n: number): unknown;
}

const DAY = 86_400_000;

/** The values of a column that is no reference; `now` is what dates are close to. */
export function fieldValues(
  column: ColumnInfo,
  model: string,
  faker: Faker,
  now: Date,
): FieldValues {
  const make =
    column.values.length > 0 ? () => documented(faker, column) : maker(column, model, now);
  const required = !column.nullable || column.values.length > 0;
  return {
    random: () => (required || faker.number.float() > 0.15 ? make(faker) : null),
    distinct: (n) => nth(n, column, () => make(faker), now),
  };
}

/** The default in half of the rows. */
function documented(faker: Faker, { values, default: initial }: ColumnInfo): unknown {
  const usual = initial?.kind === 'value' && faker.datatype.boolean();
  return usual ? initial.value : pick(faker, values);
}

function maker(column: ColumnInfo, model: string, now: Date): (faker: Faker) => unknown {
  switch (column.type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return numberMaker(column);
    case 'bigint':
      return (faker) => String(faker.number.bigInt({ min: 0n, max: 10n ** 15n }));
    case 'boolean':
      return (faker) => faker.datatype.boolean();
    case 'date': {
      const moment = momentMaker(column, now);
      return (faker) => dayText(moment(faker).getTime());
    }
    case 'datetime':
      return momentMaker(column, now);
    case 'time':
      return (faker) => timeOf(faker.number.int({ min: 32, max: 72 }) * 900);
    case 'uuid':
      return (faker) => faker.string.uuid();
    case 'json':
      return (faker) => ({
        source: pick(faker, ['import', 'form', 'api']),
        rank: faker.number.int(9),
      });
    default: {
      const text = textMaker(column, model);
      return (faker) => fit(text(faker), column);
    }
  }
}

/** A birthday lies years back, a due date weeks ahead, anything else within the year. */
function momentMaker({ name }: ColumnInfo, now: Date): (faker: Faker) => Date {
  const [from, to] = /born|birth/.test(name)
    ? [-85 * 365, -18 * 365]
    : /due|deadline|starts?|begins?|expires?|until|planned|ends?(_|$)/.test(name)
      ? [-30, 90]
      : [-365, 0];
  return (faker) => {
    const minutes = faker.number.int({ min: (from * DAY) / 60_000, max: (to * DAY) / 60_000 });
    return new Date(now.getTime() + minutes * 60_000);
  };
}

const timeOf = (seconds: number): string =>
  new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19);

/** Truncated or padded to the field's length, in code points. */
function fit(text: string, { min, max }: ColumnInfo): string {
  if (text.length >= (min ?? 0) * 2 && text.length <= (max ?? Infinity)) return text;
  const points = [...text];
  if (max !== null && points.length > max)
    return points
      .slice(0, max)
      .join('')
      .trim()
      .padEnd(min ?? 0, 'x');
  return points.length < (min ?? 0) ? text + 'x'.repeat(min! - points.length) : text;
}

function nth(n: number, column: ColumnInfo, random: () => unknown, now: Date): unknown {
  if (column.values.length > 0) return column.values[n % column.values.length];
  switch (column.type) {
    case 'integer':
      return Math.min((column.min ?? 0) + n, column.max ?? Number.MAX_SAFE_INTEGER);
    case 'bigint':
      return String(n);
    case 'float':
    case 'decimal':
      return (column.min ?? 0) + n;
    case 'boolean':
      return n % 2 === 1;
    case 'date':
      return dayText(now.getTime() - n * DAY);
    case 'datetime':
      return new Date(now.getTime() - n * 60_000).toISOString();
    case 'time':
      return timeOf(n);
    case 'string':
    case 'text':
    case 'enum':
      return numbered(String(random()), n, column);
    default:
      return random();
  }
}

/** The text with a number that makes it unique: `anna2@example.com`, `Blue ward 2`. */
function numbered(text: string, n: number, column: ColumnInfo): string {
  const number = String(n);
  const room = (column.max ?? Infinity) - number.length;
  const at = text.indexOf('@');
  if (at > 0)
    return `${text.slice(0, at).slice(0, room - (text.length - at))}${number}${text.slice(at)}`;
  const points = [...text];
  const separator = /\s/.test(text) && points.length + 1 <= room ? ' ' : '';
  return points.slice(0, Math.max(0, room)).join('') + separator + number;
}
