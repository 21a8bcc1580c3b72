import { isText } from '../model/columns.js';
import type { Default, Field } from '../model/model.js';
import { type GivenValue, readValue, shownValue, type ValueRules } from '../model/value.js';
import type { Report } from '../problem.js';
import type { Located } from './spec.js';

type Defaulted = ValueRules & Pick<Field, 'required'>;

/** Parses a default by the type of its field; null without one, for null, and after a problem. */
export function checkDefault(
  given: Located<GivenValue> | undefined,
  field: Defaulted,
  report: Report,
): Default | null {
  if (given === undefined) return null;
  const { value, at } = given;
  const fail = (message: string, help: string) => report.error('bad-default', message, at, help);
  const shown = shownValue(value);
  if (value.form === 'text' ? value.text === 'null' : value.value === null)
    return field.required
      ? fail('`default=null` cannot be combined with `required`', ONE_OF_TWO)
      : null;
  const moment = MOMENTS.find((one) => one.word === shown && MOMENT_TYPES.has(field.type));
  if (moment?.type === field.type) return { kind: moment.word };
  if (moment !== undefined)
    return fail(`\`${moment.word}\` is not ${moment.not}`, `write \`default=${moment.instead}\``);
  if (shown === '' && field.required && isText(field))
    return fail('an empty default cannot be combined with `required`', ONE_OF_TWO);
  const read = readValue(value, rulesFor(shown, field));
  if ('value' in read) return { kind: 'value', value: read.value };
  const help = 'example' in read ? `write for example \`default=${read.example}\`` : read.change;
  return fail(`\`${shown}\` is not ${read.not}`, help);
}

const ONE_OF_TWO = 'remove one of the two';
const MOMENTS = [
  { word: 'now', type: 'datetime', instead: 'today', not: 'a date' },
  { word: 'today', type: 'date', instead: 'now', not: 'a date and time' },
] as const;
const MOMENT_TYPES = new Set<Field['type']>(['date', 'datetime']);

/** A default must be one of the documented values, enforced or not, and may be empty whatever the minimum length is. */
function rulesFor(shown: string, field: Defaulted): ValueRules {
  return { ...field, enforce: true, ...(shown === '' && isText(field) && { min: null }) };
}
