import { type Problem, problem } from '../problem.js';
import { isFilledIn } from './columns.js';
import type { Field, FieldType, Model } from './model.js';
import { readValue } from './value.js';

/** The value of a field with `personal` alone: erasing a person empties the field. */
export const EMPTIED = 'empty';

/** What erasing a person does with a field, with the value or the reason that follows a `=`. */
export interface Personal {
  readonly way: (typeof WAYS)[number];
  readonly text: string | null;
}

const WAYS = [EMPTIED, 'replace', 'delete', 'follow', 'keep'] as const;

/** The words that may follow `personal`. */
export const PERSONAL_HELP =
  'write `personal`, `personal=replace`, `personal=replace=<value>`, `personal=delete`, `personal=keep=<reason>`, or `personal=follow` at a reference';

/** Reads what a field says: `keep=tax law, 10 years`; null for any other text. */
function personalIn(given: string): Personal | null {
  const [, word, text = null] = /^(\w+)(?:=([^]*))?$/.exec(given) ?? [];
  const way = WAYS.find((one) => one === word);
  return way === undefined ? null : { way, text };
}

interface Fault {
  readonly message: string;
  readonly help: string;
}

/** Why a text does not say what erasing a person does, whatever its field is; null if it does. */
export function wordFault(given: string): Fault | null {
  const personal = personalIn(given);
  if (personal === null)
    return { message: `\`personal=${given}\` says nothing`, help: PERSONAL_HELP };
  const { way, text } = personal;
  if (way === 'keep' && (text ?? '').trim() === '')
    return {
      message: '`personal=keep` has no reason',
      help: 'write why the value is kept, and for how long: `personal=keep=tax law, 10 years`',
    };
  return text === null || way === 'keep' || way === 'replace'
    ? null
    : { message: `\`personal=${way}\` takes no value`, help: `write \`personal=${way}\`` };
}

/** Types whose values have a neutral one that nobody needs to name. */
const TEXTS: readonly FieldType[] = ['string', 'text'];

/** Why erasing a person cannot do with a field what it says; null where it can, or where the field tells nothing of persons. */
export function personalFault(model: Model, field: Field): Problem | null {
  if (field.personal === null) return null;
  const place = `\`${model.name}.${field.name}\``;
  const fault = wordFault(field.personal) ?? fieldFault(place, model, field);
  return fault && problem('bad-personal', fault.message, fault.help);
}

function fieldFault(place: string, model: Model, field: Field): Fault | null {
  const { way, text } = personalIn(field.personal!)!;
  const isRef = field.type === 'ref';
  if (way === 'keep') return null;
  if (field.type === 'refs')
    return way === EMPTIED
      ? null
      : {
          message: `${place} has many rows, whose links can only be removed or kept`,
          help: 'write `personal` or `personal=keep=<reason>`',
        };
  if (way === 'follow')
    return isRef
      ? null
      : {
          message: `${place} is no reference, and leads to nobody`,
          help: 'write `personal`: the value is emptied with the person',
        };
  if (model.readOnly)
    return {
      message: `${place} is only read, so that erasing a person cannot change it`,
      help: 'write where it is erased instead, as in `personal=keep=erased by the shop`',
    };
  if (way === 'delete') return null;
  if (field.key !== null || field.total !== null || isFilledIn(field))
    return {
      message: `${place} has values that nobody writes, so that erasing a person cannot change them`,
      help: 'write `personal=keep=<reason>`, or `personal=delete` to delete the row',
    };
  return way === EMPTIED ? emptyFault(place, field) : replaceFault(place, field, text);
}

const emptyFault = (place: string, { type, required }: Field): Fault | null =>
  required
    ? {
        message: `${place} is required, so that it cannot be emptied`,
        help:
          type === 'ref'
            ? 'write `personal=follow` if the row is about that person, `personal=delete` to delete it, or `personal=keep=<reason>`'
            : `write \`personal=replace${TEXTS.includes(type) ? '' : '=<value>'}\`, \`personal=delete\` to delete the row, or \`personal=keep=<reason>\``,
      }
    : null;

function replaceFault(place: string, field: Field, text: string | null): Fault | null {
  const { type, values, enforce, pattern, unique, max } = field;
  if (type === 'ref' || type === 'bytes' || type === 'list' || type === 'native')
    return {
      message: `${place} cannot be replaced: there is no other value of type ${type} for it`,
      help: 'write `personal`, which empties it, `personal=delete` or `personal=keep=<reason>`',
    };
  if (text === null)
    return TEXTS.includes(type) && pattern === null && !(enforce && values.length > 0)
      ? null
      : {
          message: `${place} is replaced by a value that only you can choose`,
          help: 'write it: `personal=replace=<value>`',
        };
  if (unique)
    return {
      message: `${place} is unique, so that two persons cannot have the value \`${text}\``,
      help: 'write `personal=replace`, by which each gets a text of its own',
    };
  const isOther = enforce && values.length > 0 && !values.includes(text);
  const isLong = TEXTS.includes(type) && text.length > (max ?? Infinity);
  const isWrong = 'not' in readValue({ form: 'text', text }, field);
  return isOther || isLong || isWrong
    ? { message: `\`${text}\` is no value of ${place}`, help: `write one of type ${type}` }
    : null;
}
