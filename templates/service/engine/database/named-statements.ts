import type { Statement } from './dialect.js';
import type { QueryDialect } from './query-dialect.js';

/** Statements of one concern, named after it, with `$1` for the first value in every dialect. */
export const namedStatements =
  ({ placeholder }: Pick<QueryDialect, 'placeholder'>, concern: string) =>
  (name: string, text: string): Statement => ({
    name: `${concern}_${name}`,
    sql: text.replace(/\$(\d)/g, (_, index) => placeholder(Number(index))),
  });
