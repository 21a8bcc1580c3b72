import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import { lengthOf } from '../../service/engine/fields/formats.js';
import type { Dice } from './dice.js';
import type { FieldValues } from './field-values.js';
import { bodyOf } from './makers/prose.js';
import { patternTexts } from './pattern-text.js';
import type { Make } from './scene.js';
import { endingWith, type Field } from './table.js';
import { textMaker } from './texts.js';

type TextField = Omit<Field, 'role'>;

/** Defaults of which there are others that fit as well; any other text is one of a few that only the developer knows. */
const OPEN_DEFAULTS = endingWith(
  'country|city|region|currency|language|locale|colou?r|unit|time_?zone|nationality|country_code|language_code',
);

/** The values of a text that has no documented ones. */
export function textValues(field: TextField, before: number): FieldValues {
  const { column, name } = field;
  const believable = textMaker(field);
  if (column.pattern !== null) return ofPattern(column, column.pattern, believable);
  const more = bodyOf(field);
  const fitted: Make<string> = (scene) => fit(believable(scene), column, () => more(scene));
  const distinct: FieldValues['distinct'] = numbering(column, before);
  const usual = column.default?.kind === 'value' ? column.default.value : null;
  if (typeof usual !== 'string' || usual === '') return { make: fitted, distinct };
  const share = OPEN_DEFAULTS.test(name) ? 0.75 : 1;
  return { make: (scene) => (scene.dice.chance(share) ? usual : fitted(scene)), distinct };
}

/** A believable text where it happens to have the form, else any text that has it. */
function ofPattern(column: ColumnInfo, pattern: string, believable: Make<string>): FieldValues {
  const form = new RegExp(pattern, 'u');
  const { min, max } = column;
  const fits = (text: string): boolean => {
    const length = lengthOf(text);
    return text !== '' && length >= (min ?? 0) && length <= (max ?? Infinity) && form.test(text);
  };
  const texts = patternTexts(pattern);
  const made = (dice: Dice): string | null => {
    // Ever longer repetitions, for a pattern that has less to say than the least length; again and again, for one that hits it
    // seldom.
    for (let attempt = 0; attempt < 400; attempt++) {
      const [step, round] = [attempt % 40, Math.floor(attempt / 40)];
      const text = texts(dice, 3 + Math.floor((step * step * (round + 1)) / 8));
      if (fits(text)) return text;
    }
    return null;
  };
  return {
    make: (scene) => {
      const text = believable(scene);
      return fits(text) ? text : made(scene.dice);
    },
    distinct: (_n, _believable, dice) => made(dice),
  };
}

/** Numbers the same text, from 2 on in an empty table: `Brakes 2`, `ann.boyer2@example.com`. */
function numbering(column: ColumnInfo, before: number): FieldValues['distinct'] {
  const last = new Map<string, number>();
  return (_n, believable) => {
    const text = String(believable);
    const number = (last.get(text) ?? Math.max(1, before)) + 1;
    last.set(text, number);
    return numbered(text, String(number), column.max ?? Infinity);
  };
}

/** The text with a number before the domain of an address or the ending of a file, or else at its end. */
function numbered(text: string, number: string, max: number): string {
  const [tail = ''] = /\s/.test(text) ? [] : (/@\S+$|\.[a-z]+$/.exec(text) ?? []);
  const isName = /\s|^\p{Lu}\p{Ll}+$/u.test(text);
  const separator = tail !== '' ? '' : isName ? ' ' : /[a-z]$/i.test(text) ? '' : '-';
  const head = [...text.slice(0, text.length - tail.length)];
  const room = Math.max(0, max - tail.length - separator.length - number.length);
  return [...head.slice(0, room), separator, number, tail].join('').slice(-max);
}

/** Shortened or lengthened to what the field takes, in code points. */
function fit(text: string, column: ColumnInfo, more: () => string): string {
  const { max, format } = column;
  const min = column.min ?? 0;
  // A code point has one unit or two.
  if (text.length <= (max ?? Infinity) && text.length >= min * 2) return text;
  let fitting = text;
  while (lengthOf(fitting) < min) fitting += format === null ? ` ${more()}` : '0';
  if (max === null || lengthOf(fitting) <= max) return fitting;
  if (format === 'email') return shortEmail(fitting, max);
  if (format === 'url') return max >= 17 ? 'https://a.example' : 'http://a';
  return shortened(fitting, min, max);
}

/** Ends after a word where one ends late enough. */
function shortened(text: string, min: number, max: number): string {
  const cut = [...text].slice(0, max).join('');
  const words = cut.replace(/[\s,;:&-]+\S*$/, '');
  return (lengthOf(words) >= Math.max(min, max / 2) ? words : cut).trim().padEnd(min, 'x');
}

function shortEmail(email: string, max: number): string {
  const [local = '', domain = ''] = email.split('@');
  const short = domain.length + 1 < max ? domain : max > 10 ? 'a.example' : 'b.c';
  return `${local.slice(0, Math.max(1, max - short.length - 1)).replace(/\.$/, '')}@${short}`;
}
