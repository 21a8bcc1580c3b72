import { STRING_LENGTH } from '../../model/columns.js';
import { itemOf } from '../../model/lists.js';
import type { Field, JsonValue, Model } from '../../model/model.js';
import { numberRange } from '../../model/number-range.js';
import { countUp } from '../../model/pattern.js';
import { isValid, sampleValues } from '../../model/sample-value.js';
import { firstValues } from '../../model/steps.js';
import { call, type Value } from '../code.js';

/** Code for a different value for each row, and how many values there are. */
export interface FreshValue {
  readonly code: Value;
  readonly count: number;
}

/** Values that differ from row to row; those of a short list come in turn. */
export function freshValue(model: Model, field: Field): FreshValue {
  const { type, values } = field;
  if (type === 'list') return freshList(model, field);
  if (field.steps !== null) return oneOf(firstValues(field));
  if (values.length > 0) return oneOf(sampleValues(model, field, values.length));
  switch (type) {
    case 'string':
    case 'text':
      return freshText(model, field);
    case 'integer':
    case 'float':
    case 'decimal':
    case 'bigint':
      return freshNumber(field);
    case 'boolean':
      return oneOf([false, true]);
    case 'bytes':
    case 'exact':
    case 'native':
    case 'file':
    case 'image':
      return oneOf(sampleValues(model, field, NATIVE));
    case 'json':
      return plenty({ note: call('fresh.text') });
    default:
      return plenty(call(`fresh.${type}`));
  }
}

/** A list with as many items as it has to have, at least one. */
function freshList(model: Model, field: Field): FreshValue {
  const { code, count } = freshValue(model, itemOf(field));
  return { code: Array.from({ length: Math.max(1, field.min ?? 1) }, () => code), count };
}

const plenty = (code: Value): FreshValue => ({ code, count: Infinity });

const oneOf = (values: readonly JsonValue[]): FreshValue => ({
  code: call('fresh.of', values),
  count: values.length,
});

/** Lengths of the texts that the service's `fresh` makes of a format. */
const FORMAT_LENGTHS = { email: { min: 22, max: 26 }, url: { min: 21, max: 25 } } as const;

function freshText(model: Model, field: Field): FreshValue {
  const { type, format, pattern, min, max } = field;
  const highest = type === 'string' && max === STRING_LENGTH ? null : max;
  if (pattern !== null) return textsLike(model, field);
  if (format !== null) {
    const lengths = FORMAT_LENGTHS[format];
    const isFitting = lengths.min >= (min ?? 0) && lengths.max <= (max ?? STRING_LENGTH);
    return isFitting ? plenty(call(`fresh.${format}`)) : textsLike(model, field);
  }
  const bounds = { min: min ?? undefined, max: highest ?? undefined };
  const isAny = min === null && highest === null;
  return {
    code: call('fresh.text', isAny ? undefined : bounds),
    count: 36 ** (max ?? STRING_LENGTH),
  };
}

/** The number of texts of a pattern that cannot be counted up. */
const TEXTS = 20;

/** The number of values of a type that only PostgreSQL reads. */
const NATIVE = 4;

/** Different texts like a valid one: counted up, or a list of them. */
function textsLike(model: Model, field: Field): FreshValue {
  const texts = sampleValues(model, field, TEXTS);
  const [first] = texts;
  return typeof first === 'string' && isCountable(first, field)
    ? plenty(call('fresh.like', first))
    : oneOf(texts);
}

/** Whether a hundred other valid texts can be counted up from this one. */
function isCountable(first: string, field: Field): boolean {
  const counted = Array.from({ length: 100 }, (_, index) => countUp(first, index + 1));
  return new Set(counted).size === counted.length && counted.every((text) => isValid(field, text));
}

function freshNumber(field: Field): FreshValue {
  const { min, max } = field;
  const { lowest, highest, step, count } = numberRange(field);
  const name = field.type === 'bigint' ? 'fresh.bigint' : 'fresh.number';
  const isBounded = max !== null || count < LARGE;
  const bounds = isBounded
    ? [lowest, highest, ...(step === 1 ? [] : [step])]
    : min === null
      ? []
      : [lowest];
  return { code: call(name, ...bounds), count };
}

/** The number from which the digits of a decimal do not limit tests. */
const LARGE = 1_000_000;
