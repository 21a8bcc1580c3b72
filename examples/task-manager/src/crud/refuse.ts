import { HttpProblem } from '../http/problem.js';

/** A 400 about one query parameter. */
export const refuse = (field: string, code: string, message: string): HttpProblem =>
  new HttpProblem(400, message, [{ field: show(field), code, message }]);

/** The caller's own word, cut to a length that fits a sentence. */
export const show = (word: string): string =>
  word.length > 60 ? `${word.slice(0, 60)}...` : word;
