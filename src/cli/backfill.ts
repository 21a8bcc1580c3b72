import { isDay } from '../spec/check-default.js';
import { findField } from '../model/change.js';
import type { App, Field, Model } from '../model/model.js';
import { type Problem, Refusal } from '../problem.js';
import { askText } from './ask.js';
import type { Context } from './context.js';
import { warn } from './read-input.js';
import { STRING_LENGTH } from '../model/columns.js';

/** What rows that exist already get in new fields that must have a value: said by a flag, asked, or the usual one. */
export async function readBackfills(
  context: Context,
  model: Model,
  fields: readonly Field[],
  given: string | undefined,
): Promise<ReadonlyMap<string, unknown>> {
  const needing = fields.filter(
    (field) => field.required && field.default === null && field.type !== 'refs',
  );
  if (given !== undefined && fields.length > 0 && needing.length !== 1) {
    const message =
      needing.length === 0
        ? '`--backfill` is for a new field that must have a value and has no default'
        : `\`--backfill\` is for one field, and ${needing.map(({ name }) => `\`${name}\``).join(', ')} need values`;
    throw new Refusal([{ code: 'usage', message, help: 'add such fields one by one' }], 2);
  }
  const values = new Map<string, unknown>();
  for (const field of needing) {
    const text = given ?? (await answer(context, model, field, '--backfill <value>'));
    if (text === null) continue;
    const value = valueOf(field, text);
    if (value instanceof Error) throw new Refusal([badValue(field, text, value.message)]);
    values.set(`${model.table}.${field.column}`, value);
  }
  warn(context, needing.filter(({ unique }) => unique).map(sameForAll));
  return values;
}

const sameForAll = ({ name }: Field): Problem => ({
  code: 'backfill-unique',
  message: `\`${name}\` is unique, and all rows that exist already get the same value: the migration stops on a table with more than one`,
  help: 'add it without `required`, give each row its value, then make it required by hand and run crudgen sync',
  severity: 'warning',
});

/** The same for columns of any model, by table; what a flag has said already is not asked again. */
export async function completeBackfills(
  context: Context,
  { models }: App,
  columns: readonly (readonly [table: string, column: string])[],
  given: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map(given);
  for (const [table, column] of columns) {
    const model = models.find((one) => one.table === table);
    const field = model?.fields.find((one) => one.column === column);
    if (model === undefined || field === undefined || values.has(`${table}.${column}`)) continue;
    const flag = `--backfill ${model.name}.${field.name}=<value>`;
    const text = await answer(context, model, field, flag);
    if (text !== null) values.set(`${table}.${column}`, valueOf(field, text));
  }
  return values;
}

/** What existing rows get, as it is typed; null where that is left open. */
async function answer(
  context: Context,
  model: Model,
  field: Field,
  flag: string,
): Promise<string | null> {
  const { terminal, json } = context;
  if (terminal.interactive && !json) {
    const message = `What do existing rows get in \`${model.name}.${field.name}\`?`;
    const text = await askText({ message }, (typed) => {
      const value = typed === '' && mayBeEmpty(field) ? null : valueOf(field, typed);
      return value instanceof Error ? value.message : null;
    });
    return text === '' ? null : text;
  }
  if (!mayBeEmpty(field)) {
    const message = `\`${field.name}\` must have a value that its rules allow, and rows of \`${model.table}\` that exist already have none`;
    throw new Refusal([{ code: 'backfill', message, help: `say what they get with ${flag}` }]);
  }
  const what =
    field.type === 'ref'
      ? 'have nothing to refer to: the migration stops on a table with rows'
      : 'get an empty value';
  const message = `\`${field.name}\` must have a value, and rows of \`${model.table}\` that exist already ${what}`;
  const help = `say what they get with ${flag}, or give the field a default`;
  warn(context, [{ code: 'backfill', message, help, severity: 'warning' }]);
  return null;
}

/** Whether the empty value of its type is one that the field's own rules allow. */
function mayBeEmpty({ enforce, values, format, min, max, type }: Field): boolean {
  if (type === 'ref') return true;
  return !(enforce && values.length > 0) && format === null && (min ?? 0) <= 0 && (max ?? 0) >= 0;
}

/** The same where several models may have changed: each `Task.code=none`. */
export function parseBackfills(app: App, given: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(
    given.map((text) => {
      const [, name = '', key = '', value = ''] = /^(\w+)\.(\w+)=([^]*)$/.exec(text) ?? [];
      const model = app.models.find((one) => one.name === name || one.table === name);
      if (model === undefined) {
        const message = `\`--backfill ${text}\` names no field`;
        throw new Refusal(
          [{ code: 'usage', message, help: 'such as --backfill Task.code=none' }],
          2,
        );
      }
      const field = findField(model, key);
      const read = valueOf(field, value);
      if (read instanceof Error) throw new Refusal([badValue(field, value, read.message)]);
      return [`${model.table}.${field.column}`, read] as const;
    }),
  );
}

function badValue(field: Field, text: string, why: string): Problem {
  return { code: 'bad-backfill', message: `\`${text}\` cannot stand in \`${field.name}\`: ${why}` };
}

const PATTERNS: Partial<Record<Field['type'], readonly [RegExp, string]>> = {
  integer: [/^-?\d+$/, 'it is a whole number'],
  bigint: [/^-?\d+$/, 'it is a whole number'],
  ref: [/^[1-9]\d*$/, 'it is the id of a row'],
  float: [/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i, 'it is a number'],
  decimal: [/^-?\d+(\.\d+)?$/, 'it is a number'],
  boolean: [/^(true|false)$/, 'it is true or false'],
  date: [/^\d{4}-\d\d-\d\d$/, 'it is a day such as 2026-11-21'],
  time: [/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'it is a time such as 08:30:00'],
  datetime: [
    /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?Z$/,
    'it is a moment such as 2026-11-21T08:30:00.000Z',
  ],
  uuid: [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'it is a UUID'],
};

/** A value as a migration writes it; an error says what is expected. */
function valueOf(field: Field, text: string): unknown {
  const [pattern, expected = ''] = PATTERNS[field.type] ?? [];
  if ((pattern && !pattern.test(text)) || !isOnCalendar(field, text)) return new Error(expected);
  if (field.enforce && !field.values.includes(text))
    return new Error(`it is one of ${field.values.join(', ')}`);
  const digits = tooManyDigits(field, text);
  if (digits !== null) return new Error(digits);
  const size = ['string', 'text'].includes(field.type) ? [...text].length : Number(text);
  if (size < (field.min ?? -Infinity)) return new Error(`its min is ${field.min}`);
  const max = field.max ?? (field.type === 'string' ? STRING_LENGTH : Infinity);
  if (size > max) return new Error(`its max is ${max}`);
  if (field.format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text))
    return new Error('it is an address such as ann@example.com');
  if (field.format === 'url' && !URL.canParse(text))
    return new Error('it is an address such as https://example.com');
  if (field.type === 'boolean') return text === 'true';
  if (['integer', 'float', 'decimal', 'ref'].includes(field.type)) return Number(text);
  if (field.type !== 'json') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return new Error('it is JSON');
  }
}

/** Whether there is such a day, for types that begin with one. */
const isOnCalendar = ({ type }: Field, text: string): boolean =>
  (type !== 'date' && type !== 'datetime') || isDay(text.slice(0, 10));

/** A decimal keeps so many digits before and after its point. */
function tooManyDigits({ type, precision, scale }: Field, text: string): string | null {
  if (type !== 'decimal' || precision === null) return null;
  const [whole = '', fraction = ''] = text.replace(/^-?0*/, '').split('.');
  const places = scale ?? 0;
  const fits = fraction.length <= places && whole.length <= precision - places;
  return fits
    ? null
    : `it has at most ${precision - places} digits before the point and ${places} after it`;
}
