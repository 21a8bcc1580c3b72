import { createRequire } from 'node:module';
import type { Repetition, Root, Set as CharacterClass, Tokens } from 'ret';

const load = createRequire(import.meta.url);
/** The package is a function that has its names, which none of its types say. Few commands meet a pattern. */
const ret = () => load('ret') as typeof import('ret') & ((source: string) => Root);

/** Why a text is no pattern, and the part of it that is to blame. */
export interface PatternFault {
  readonly message: string;
  readonly index: number;
  readonly length: number;
}

/**
 * What is wrong with a pattern; null where it is one. Services match with RE2, in a time that grows with the text alone, and
 * browsers by themselves: a pattern is one for both.
 */
export function patternFault(source: string): PatternFault | null {
  const { RE2JS } = load('re2js') as typeof import('re2js');
  try {
    RE2JS.compile(source);
    new RegExp(source, 'u');
    return null;
  } catch (error) {
    const [, reason = '', part = ''] =
      /: ([^:]+): `([^]*)`$/.exec(String(error)) ?? /: ([^:]+)$/.exec(String(error)) ?? [];
    const at = part === '' ? -1 : source.indexOf(part);
    const whole = { index: 0, length: Math.max(1, source.length) };
    return {
      message: reason || 'not a pattern',
      ...(at < 0 ? whole : { index: at, length: part.length }),
    };
  }
}

/** Whether a text has the pattern somewhere. */
export const hasPattern = (text: string, source: string): boolean =>
  new RegExp(source, 'u').test(text);

/** The `index`th text that has a pattern, of as many as are found; null where none is. */
export function textLike(source: string, index: number): string | null {
  // A class of letters by its name is one that has these, too.
  const known = source.replace(/\\p\{[^}]*\}/g, '[A-Za-z]');
  const candidates = [index, 0].map((left) => written(ret()(known), { left }));
  return candidates.find((text) => hasPattern(text, source)) ?? null;
}

/** A text from which a hundred others of a pattern are counted up; null where counting leaves the pattern. */
export function countableText(source: string): string | null {
  const first = textLike(source, 0);
  if (first === null) return null;
  const texts = Array.from({ length: 100 }, (_, index) => countUp(first, index + 1));
  const areAll =
    new Set(texts).size === texts.length && texts.every((text) => hasPattern(text, source));
  return areAll ? first : null;
}

/** As `fresh.like` of a service's tests counts: digits as digits and letters as letters, the last first. */
export function countUp(text: string, by: number): string {
  let left = by;
  const counted = [...text].reverse().map((character) => {
    const alphabet = ALPHABETS.find((one) => one.includes(character));
    if (alphabet === undefined) return character;
    const place = alphabet.indexOf(character) + left;
    left = Math.floor(place / alphabet.length);
    return alphabet[place % alphabet.length]!;
  });
  return counted.reverse().join('');
}

const ALPHABETS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Which of the possible texts is meant: every place that has a choice takes its part. */
interface Choice {
  left: number;
}

function take(choice: Choice, count: number): number {
  const taken = choice.left % count;
  choice.left = Math.floor(choice.left / count);
  return taken;
}

function written(token: Tokens, choice: Choice): string {
  const { types } = ret();
  switch (token.type) {
    case types.ROOT:
    case types.GROUP: {
      const { options, stack = [] } = token;
      const parts = options ? options[take(choice, options.length)]! : stack;
      // The last place counts first, as in numbers.
      return parts.reduceRight((text, part) => written(part, choice) + text, '');
    }
    case types.REPETITION:
      return repeated(token, choice);
    case types.CHAR:
      return String.fromCodePoint(token.value);
    case types.SET: {
      const known = charactersOf(token);
      return known[take(choice, known.length)] ?? '';
    }
    default:
      return '';
  }
}

/** At least four of what may be there so often, so that there are texts enough. */
function repeated({ min, max, value }: Repetition, choice: Choice): string {
  const { types } = ret();
  const times = value.type === types.SET ? Math.min(max, Math.max(min, 4)) : min;
  return Array.from({ length: times }, () => written(value, choice))
    .reverse()
    .join('');
}

/** Letters, digits and the plain signs, as far as a set has them. */
function charactersOf(token: CharacterClass): string[] {
  const { types } = ret();
  const has = (code: number, { set, not }: CharacterClass): boolean =>
    set.some((one) =>
      one.type === types.RANGE
        ? code >= one.from && code <= one.to
        : one.type === types.CHAR
          ? code === one.value
          : has(code, one),
    ) !== not;
  return [...USUAL].filter((character) => has(character.codePointAt(0)!, token));
}

const USUAL = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+#/@ ';
