import type { Default, Field } from '../model/model.js';
import type { Located, SpecDefault } from './spec.js';
import { problem, type Report } from './report.js';
import { STRING_LENGTH } from '../model/columns.js';

type Typed = Pick<
  Field,
  | 'name'
  | 'type'
  | 'required'
  | 'values'
  | 'enforce'
  | 'min'
  | 'max'
  | 'format'
  | 'precision'
  | 'scale'
>;

/** Types a default by its field; null when there is none, it is null, or a problem was reported. */
export function checkDefault(
  given: Located<SpecDefault> | undefined,
  field: Typed,
  report: Report,
): Default | null {
  if (given === undefined) return null;
  const fail = (message: string, help: string): null => {
    report(problem('bad-default', message, given.at, help));
    return null;
  };
  const { value } = given;
  const raw = value.form === 'text' ? value.text : value.value;
  if (isNull(value)) {
    if (!field.required) return null;
    return fail('`default=null` does not go with `required`', 'remove one of the two');
  }
  if (raw === 'now' && field.type === 'datetime') return { kind: 'now' };
  if (raw === 'today' && field.type === 'date') return { kind: 'today' };
  if (raw === 'now' && field.type === 'date')
    return fail('`now` is no day', 'write `default=today`');
  if (raw === 'today' && field.type === 'datetime')
    return fail('`today` is no moment', 'write `default=now`');
  const typed = typeDefault(value, field);
  if ('help' in typed) return fail(`\`${shown(raw)}\` is not ${typed.not}`, typed.help);
  const misfit = misfits(typed.value, field);
  if (misfit !== null) return fail(misfit.message, misfit.help);
  return { kind: 'value', value: typed.value };
}

type Value = Extract<Default, { kind: 'value' }>['value'];
type Outcome = { readonly value: Value } | { readonly not: string; readonly help: string };

function isNull(given: SpecDefault): boolean {
  return given.form === 'text' ? given.text === 'null' : given.value === null;
}

function typeDefault(given: SpecDefault, { type }: Typed): Outcome {
  const raw = given.form === 'text' ? given.text : given.value;
  const text = typeof raw === 'string' ? raw : null;
  const number =
    given.form === 'text' ? numberIn(given.text) : typeof raw === 'number' ? raw : null;
  switch (type) {
    case 'string':
    case 'text':
    case 'enum':
      if (text !== null)
        return text.includes('\0')
          ? { not: 'text', help: 'remove the NUL character' }
          : { value: text };
      return { not: 'a string', help: `quote it: "${shown(raw)}"` };
    case 'integer':
      if (number !== null && Number.isSafeInteger(number)) return { value: number };
      return { not: 'a whole number', help: 'write a whole number such as `default=0`' };
    case 'bigint':
      return bigintDefault(raw);
    case 'float':
    case 'decimal':
      if (number !== null && Number.isFinite(number)) return { value: number };
      return { not: 'a number', help: 'write a number such as `default=0`' };
    case 'boolean':
      if (raw === true || raw === 'true') return { value: true };
      if (raw === false || raw === 'false') return { value: false };
      return { not: 'true or false', help: 'write `default=true` or `default=false`' };
    case 'date':
      if (text !== null && isDay(text)) return { value: text };
      return { not: 'a day', help: 'write `default=2026-11-21` or `default=today`' };
    case 'time':
      return timeDefault(text);
    case 'datetime':
      return momentDefault(text);
    case 'uuid':
      if (text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
        return { value: text.toLowerCase() };
      return { not: 'a UUID', help: 'write it as 8-4-4-4-12 hexadecimal digits' };
    case 'json':
      return jsonDefault(given);
    default:
      return { not: 'possible here', help: 'remove it' };
  }
}

function bigintDefault(raw: unknown): Outcome {
  const text = typeof raw === 'number' && Number.isSafeInteger(raw) ? String(raw) : raw;
  const not = {
    not: 'a whole number of 64 bits',
    help: 'write a whole number such as `default=0`',
  };
  if (typeof text !== 'string' || !/^-?\d{1,19}$/.test(text)) return not;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? { value: value.toString() } : not;
}

function timeDefault(text: string | null): Outcome {
  const [, hours, minutes, seconds] =
    /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text ?? '') ?? [];
  if (hours === undefined)
    return { not: 'a time of day', help: 'write it as `default=08:30` or `default=08:30:00`' };
  return { value: `${hours}:${minutes}:${seconds ?? '00'}` };
}

function momentDefault(text: string | null): Outcome {
  const shape =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[-+]\d{2}:\d{2})$/;
  const [, day] = shape.exec(text ?? '') ?? [];
  const time = Date.parse(text ?? '');
  if (day === undefined || !isDay(day) || Number.isNaN(time)) {
    return {
      not: 'a moment with its offset',
      help: 'write `default=2026-11-21T08:30:00Z` or `default=now`',
    };
  }
  return { value: new Date(time).toISOString() };
}

function jsonDefault(given: SpecDefault): Outcome {
  if (given.form === 'value') return { value: given.value };
  try {
    return { value: JSON.parse(given.text) as Value };
  } catch {
    return { not: 'JSON', help: 'write JSON such as `default={}` or `default="text"`' };
  }
}

function misfits(value: Value, field: Typed): { message: string; help: string } | null {
  if (typeof value === 'string' && ['string', 'text', 'enum'].includes(field.type))
    return textMisfit(value, field);
  const number = field.type === 'bigint' || typeof value === 'number' ? Number(value) : null;
  if (number === null || field.type === 'json') return null;
  if (field.min !== null && number < field.min)
    return bound(value, 'less than', `min=${field.min}`);
  if (field.max !== null && number > field.max)
    return bound(value, 'more than', `max=${field.max}`);
  if (field.type === 'decimal') return decimalMisfit(number, field);
  return null;
}

function textMisfit(value: string, field: Typed): { message: string; help: string } | null {
  const length = [...value].length;
  if (field.values.length > 0 && !field.values.includes(value)) {
    const message = `\`${value}\` is not one of the values`;
    return {
      message,
      help: `the values are ${field.values.map((one) => `\`${one}\``).join(', ')}`,
    };
  }
  if (value === '' && field.required) {
    return {
      message: 'an empty default does not go with `required`',
      help: 'remove one of the two',
    };
  }
  const max =
    field.max ?? (field.type === 'string' || field.type === 'enum' ? STRING_LENGTH : Infinity);
  if (length > max)
    return {
      message: `the default has ${length} characters and the field holds ${max}`,
      help: 'shorten it, or raise `max=`',
    };
  if (field.min !== null && length < field.min && value !== '')
    return {
      message: `the default has ${length} characters and the field needs ${field.min}`,
      help: 'lengthen it, or lower `min=`',
    };
  if (field.format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value))
    return {
      message: `\`${value}\` is not an e-mail address`,
      help: 'write one such as `a@example.org`',
    };
  if (field.format === 'url' && !/^https?:\/\/\S+$/.test(value))
    return {
      message: `\`${value}\` is not a web address`,
      help: 'write one such as `https://example.org`',
    };
  return null;
}

function decimalMisfit(
  value: number,
  { precision, scale }: Typed,
): { message: string; help: string } | null {
  const [whole = '', part = ''] = plainDigits(Math.abs(value)).split('.');
  const digits = (precision ?? 15) - (scale ?? 0);
  if (part.length <= (scale ?? 0) && whole.replace(/^0+/, '').length <= digits) return null;
  const message = `\`${value}\` does not fit into ${digits} digits before and ${scale} after the point`;
  return { message, help: 'change the default, or the digits of `decimal=`' };
}

function plainDigits(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

function bound(value: unknown, how: string, limit: string): { message: string; help: string } {
  return {
    message: `the default \`${shown(value)}\` is ${how} \`${limit}\``,
    help: 'change one of the two',
  };
}

function numberIn(text: string): number | null {
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : null;
}

/** Whether a text is a day of the calendar as `2026-11-21`. */
/** Is it a day of the calendar, as `2026-11-21`? */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
