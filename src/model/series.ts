import { type Problem, problem } from '../problem.js';
import { isBuiltIn } from './built-in.js';
import type { Field, Model } from './model.js';

/** The longest text of a number, which the column of a series holds. */
const MAX_TEXT = 80;

const HELP = 'write texts around one number of zeros, such as `INV-{year}-{0000}`';

/** The pattern of a series: the texts before and after its number, and the digits of that. */
export interface SeriesPattern {
  readonly before: string;
  readonly after: string;
  readonly digits: number;
}

/** The pattern in a text such as `INV-{year}-{0000}`; null where it has no number. */
export function seriesIn(text: string): SeriesPattern | null {
  const [, before, zeros, after] = /^([^]*)\{(0{1,12})\}([^]*)$/.exec(text) ?? [];
  if (before === undefined || zeros === undefined || after === undefined) return null;
  return { before, after, digits: zeros.length };
}

/** The reason why a text is not a pattern of numbers, and what to write instead; null for a pattern. */
export function seriesFault(
  text: string,
): { readonly message: string; readonly help: string } | null {
  const fault = (what: string, help = HELP) => ({ message: `\`${text}\` ${what}`, help });
  const pattern = seriesIn(text);
  if (pattern === null) return fault('has no number');
  const around = `${pattern.before}${pattern.after}`;
  const names = [...around.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);
  if (names.some((name) => /^0+$/.test(name))) return fault('has two numbers');
  const unknown = names.find((name) => name !== 'year' && name !== 'month');
  if (unknown !== undefined)
    return fault(`has \`{${unknown}}\``, 'a series may have `{year}` and `{month}`');
  if (/[{}]/.test(around.replaceAll(/\{\w+\}/g, ''))) return fault('has a single brace');
  if (names.includes('month') && !names.includes('year'))
    return fault('has a month without its year', 'add the year: `INV-{year}{month}-{000}`');
  if (/[\r\n]/.test(text) || text.trim() !== text)
    return fault('is not one line without spaces around it');
  if (seriesSample(text).length > MAX_TEXT)
    return fault('is too long', `a number may have at most ${MAX_TEXT} characters`);
  return null;
}

/** The first number of a series, as of a day: `INV-2026-0001`. */
export const seriesSample = (text: string): string =>
  text
    .replaceAll('{year}', '2026')
    .replaceAll('{month}', '01')
    .replace(/\{(0+)\}/, (_, zeros: string) => '1'.padStart(zeros.length, '0'));

/** Why a field cannot have the numbers of a series; null where it can, or has none. */
export function numberFault(
  model: Model,
  { name, series, type, required, unique }: Field,
): Problem | null {
  if (series === null) return null;
  const place = `\`${model.name}.${name}\``;
  const fault = (message: string, help: string) => problem('bad-series', message, help);
  const pattern = seriesFault(series);
  if (pattern !== null) return fault(`the series of ${place}: ${pattern.message}`, pattern.help);
  if (isBuiltIn(model))
    return fault(
      `${place} has a series, but the service creates rows of ${model.name} without numbers`,
      'number the rows of a model of your own, such as one that refers to it',
    );
  if (type === 'string' && required && unique) return null;
  return fault(
    `${place} has a series, but is not a required and unique string`,
    "declare it as `@Column('varchar', { length: 80, unique: true })`, without `nullable`; in a model with tenants it is unique with the tenant",
  );
}
