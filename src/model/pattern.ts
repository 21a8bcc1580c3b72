import { createRequire } from 'node:module';
import type { Repetition, Root, Set as CharacterClass, Tokens } from 'ret';

const load = createRequire(import.meta.url);
/** Loaded on demand, since few commands need it; its types lack that the module is callable. */
const ret = () => load('ret') as typeof import('ret') & ((source: string) => Root);

/** Why a pattern is invalid, and the part at fault. */
export interface PatternFault {
  readonly message: string;
  readonly index: number;
  readonly length: number;
}

/**
 * What is wrong with a pattern; null where it is valid. Services match with RE2, in linear time, and browsers with their own
 * engine: a pattern must work in both.
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
      message: reason || 'invalid pattern',
      ...(at < 0 ? whole : { index: at, length: part.length }),
    };
  }
}

/** Whether a text matches the pattern anywhere. */
export const hasPattern = (text: string, source: string): boolean =>
  new RegExp(source, 'u').test(text);

/**
 * The `index`th text that matches a pattern, where sets of characters are repeated so many `times` if they may be; null where
 * none is found.
 */
export type TextsLike = (index: number, times?: number) => string | null;

/** Finds texts that match a pattern. */
export function textsLike(source: string): TextsLike {
  // Treats a Unicode class of letters as one of ASCII letters.
  const root = ret()(source.replace(/\\p\{[^}]*\}/g, '[A-Za-z]'));
  const expression = new RegExp(source, 'u');
  return (index, times = 4) => {
    const candidates = [index, 0].map((left) => written(root, { left, times }));
    return candidates.find((text) => expression.test(text)) ?? null;
  };
}

/** Counts like `fresh.like` of a service's tests: digits as digits and letters as letters, from the end. */
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

/** The number of the wanted text, of which every choice consumes its part, and how often to repeat sets. */
interface Choice {
  left: number;
  readonly times: number;
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
      // The last place counts fastest, as in numbers.
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

/** Repeats only sets more often than necessary, for enough different texts. */
function repeated({ min, max, value }: Repetition, choice: Choice): string {
  const { types } = ret();
  const times = value.type === types.SET ? Math.min(max, Math.max(min, choice.times)) : min;
  return Array.from({ length: times }, () => written(value, choice))
    .reverse()
    .join('');
}

/** The letters, digits and plain symbols of a set. */
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
