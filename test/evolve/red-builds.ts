import { typeErrors } from '../support/type-errors.js';

/** What the compiler says about the service and the back-office of a project that it knows by a name. */
export const compile = (folder: string, name: string): string =>
  ['.', 'web'].map((part) => typeErrors(folder, part, `${name}-`)).join('');

/**
 * The errors that the compiler named, by their files and numbers: lines move with every line that is added, and what a message lists
 * comes in whatever order.
 */
const errorsIn = (said: string): readonly string[] =>
  said.split('\n').flatMap((line) => {
    const [, file, error] = /^(.*)\(\d+,\d+\)(: error TS\d+)/.exec(line) ?? [];
    return file === undefined ? (/^error TS\d+/.exec(line) ?? []) : [file + error];
  });

/** Errors that are there and were not before; one that is there twice, and was there once, is new once. */
export function newErrors(before: string, after: string): readonly string[] {
  const known = [...errorsIn(before)];
  return errorsIn(after).filter((error) => {
    const at = known.indexOf(error);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** The file that an error is in. */
export const fileOf = (error: string): string => error.slice(0, error.indexOf(': error TS'));
