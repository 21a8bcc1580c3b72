import { createRequire } from 'node:module';
import type { Repetition, Root, Set as CharacterClass, Tokens } from 'ret';
import type { Dice } from './dice.js';

/** Its types lack that the module is callable; loaded on demand, since few models have a pattern. */
const load = createRequire(import.meta.url);
type Ret = typeof import('ret') & ((source: string) => Root);

/** Makes texts that match a pattern, one at a time, with repetitions of up to `most` more than they must have. */
export function patternTexts(source: string): (dice: Dice, most: number) => string {
  const ret = load('ret') as Ret;
  // A Unicode class stands for ASCII letters, or for digits.
  const known = source.replace(/\\p\{N[^}]*\}/g, '[0-9]').replace(/\\p\{[^}]*\}/g, '[A-Za-z]');
  const root = ret(known);
  const { types } = ret;

  function written(token: Tokens, dice: Dice, most: number): string {
    switch (token.type) {
      case types.ROOT:
      case types.GROUP: {
        const { options, stack = [] } = token;
        return (options ? dice.pick(options) : stack)
          .map((part) => written(part, dice, most))
          .join('');
      }
      case types.REPETITION:
        return repeated(token, dice, most);
      case types.CHAR:
        return String.fromCodePoint(token.value);
      case types.SET:
        return dice.pick(charactersOf(token, types));
      default:
        return '';
    }
  }

  const repeated = ({ min, max, value }: Repetition, dice: Dice, most: number): string =>
    Array.from({ length: dice.between(min, Math.min(max, min + most)) }, () =>
      written(value, dice, most),
    ).join('');

  return (dice, most) => written(root, dice, most);
}

const classes = new WeakMap<CharacterClass, readonly string[]>();

/** The letters and digits of a set, or else its symbols. */
function charactersOf(token: CharacterClass, types: Ret['types']): readonly string[] {
  const known = classes.get(token);
  if (known) return known;
  const has = (code: number, { set, not }: CharacterClass): boolean =>
    set.some((one) =>
      one.type === types.RANGE
        ? code >= one.from && code <= one.to
        : one.type === types.CHAR
          ? code === one.value
          : has(code, one),
    ) !== not;
  const among = (characters: string): string[] =>
    [...characters].filter((character) => has(character.codePointAt(0)!, token));
  const found = [USUAL, SYMBOLS].map(among).find((characters) => characters.length > 0) ?? [''];
  classes.set(token, found);
  return found;
}

const USUAL = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const SYMBOLS = ' -_.,:;+#/@!?&%$*=()[]{}<>|~^\'"`\\';
