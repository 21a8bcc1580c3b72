import { quoteName } from '../../model/quote.js';
import { withOwn } from './project-code.js';

/** A table, or its rows with a value in a column, or those of them for which a condition holds. */
interface Asked {
  readonly table: string;
  readonly column: string | null;
  readonly where: string | null;
}

/** How many there are of each; null where the database does not have the table or column. */
export const answer = (asked: readonly Asked[]): Promise<(number | null)[]> =>
  withOwn(async (runner) => {
    const counts: (number | null)[] = [];
    for (const { table, column, where } of asked) {
      const what = column === null ? '*' : quoteName(column);
      const only = where === null ? '' : ` WHERE ${where}`;
      const sql = `SELECT count(${what}) AS n FROM ${quoteName(table)}${only}`;
      const rows = (await runner.query(sql).catch(() => null)) as { n: number | string }[] | null;
      counts.push(rows ? Number(rows[0]?.n) : null);
    }
    return counts;
  });
