import { HttpProblem, type FieldProblem } from './problem.js';

/** A 400 about one query parameter. */
export const refuse = (field: string, code: string, message: string): HttpProblem =>
  new HttpProblem(400, sentence(message), [
    { field: show(field), code, message: sentence(message) },
  ]);

/** How many complaints a caller is told of what may be as many as they like. */
export const MOST_TOLD = 20;

/** Stands last where there are more. */
export const andMore = (what: string): FieldProblem => ({
  field: '',
  code: 'more',
  message: `There are more ${what} than these ${MOST_TOLD}.`,
});

/** With its full stop, unless it ends by asking. */
export const sentence = (text: string): string => (/[.?]$/.test(text) ? text : `${text}.`);

/** The caller's own word, cut to a length that fits a sentence. */
export const show = (word: string): string => (word.length > 60 ? `${word.slice(0, 60)}...` : word);
