import type { Dialect, Statement } from './dialect.js';

/** Statements of one concern, named after it, with `$1` for the first value in every dialect. */
export const namedStatements =
  ({ placeholder }: Pick<Dialect, 'placeholder'>, concern: string) =>
  (name: string, text: string): Statement => ({
    name: `${concern}_${name}`,
    sql: text.replace(/\$(\d)/g, (_, index) => placeholder(Number(index))),
  });
