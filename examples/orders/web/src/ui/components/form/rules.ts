import type { Validator } from 'react-admin';

/** A rule's refusal: a key of the messages with its arguments. */
function refuse(message: string, args: object = {}) {
  return { message, args };
}

function ruleOn(test: (value: string) => ReturnType<typeof refuse> | undefined): Validator {
  return (value: unknown) => (typeof value === 'string' && value !== '' ? test(value) : undefined);
}

/** At most so many characters, counted as the service does (code points). */
export function maxCharacters(max: number): Validator {
  return ruleOn((value) =>
    [...value].length > max ? refuse('form.too_long', { max }) : undefined,
  );
}

/** At least so many characters. */
export function minCharacters(min: number): Validator {
  return ruleOn((value) =>
    [...value].length < min ? refuse('form.too_short', { min }) : undefined,
  );
}

/** Between so many characters and so many; a bound that is not given is none. */
export function lengthRules({ min, max }: { min?: number; max?: number }): Validator[] {
  return [
    ...(min === undefined ? [] : [minCharacters(min)]),
    ...(max === undefined ? [] : [maxCharacters(max)]),
  ];
}

export const emailRule = ruleOn((value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : refuse('form.invalid_email'),
);

export const urlRule = ruleOn((value) =>
  /^https?:\/\/\S+$/i.test(value) ? undefined : refuse('form.invalid_url'),
);

export const bigintRule = ruleOn((value) =>
  /^-?\d+$/.test(value) ? undefined : refuse('form.invalid_bigint'),
);

export const uuidRule = ruleOn((value) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    ? undefined
    : refuse('form.invalid_uuid'),
);

/** A number within its bounds; null bounds are none. */
export function between(min: number | undefined, max: number | undefined): Validator {
  return (value: unknown) => {
    if (typeof value !== 'number') return undefined;
    if (min !== undefined && value < min) return refuse('ra.validation.minValue', { min });
    if (max !== undefined && value > max) return refuse('ra.validation.maxValue', { max });
    return undefined;
  };
}
