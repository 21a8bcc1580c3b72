import type { TrigramPlace } from '../dialect.js';
import { quote, quoteText, trigramName } from '../steps/step.js';

/** A text in the form in which it is compared, as an SQL expression. */
export type Fold = (text: string) => string;

/** An index of the folded text, which serves exactly the expression that it is built on; an existing one is used as it is. */
export const createTrigrams = (table: string, column: string, fold: Fold): string[] => [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  `CREATE INDEX IF NOT EXISTS ${quote(trigramName(table, column))} ON ${quote(table)} ` +
    `USING gin ((${fold(quote(column))}) gin_trgm_ops)`,
];

/** Valid indexes by their collation; on a server with a better collation an older index is no longer used. */
export const wholeTrigrams = (fold: Fold): string => `
  SELECT c.relname AS name FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND i.indisvalid
    AND c.relname LIKE 'trigram\\_%'
    AND strpos(replace(pg_get_indexdef(c.oid), '"', ''), ${quoteText(collationOf(fold))}) > 0`;

/** As the definition of an index names it, unquoted; the database's default is not named there. */
const collationOf = (fold: Fold): string => {
  const name = /COLLATE "([^"]+)"/.exec(fold(''))?.[1];
  return name === undefined || name === 'default' ? 'lower(' : `COLLATE ${name}`;
};

/** Whether such an index finds the rows of a condition. A generic plan would scan the whole table for a rare text. */
export const isByTrigrams = (sql: string): boolean => sql.includes(LIKE);

const LIKE = ' LIKE ';

/** Without three letters or digits in a row the whole index would be read. */
const INDEXED_RUN = /[\p{L}\p{N}]{3}/u;

/** The part of a needle that the index is searched for: few texts have it, and all that have the needle do. */
export type RarePart = (index: string, needle: string) => string;

/** Like `contains` with a needle of any script, in the operator and expression that the index serves. */
export function containsByTrigrams(
  { fold, rarePart }: { readonly fold: Fold; readonly rarePart: RarePart },
  { table, column }: TrigramPlace,
  needle: string,
  bind: (value: unknown) => string,
  condition: () => string,
): string | null {
  if (!INDEXED_RUN.test(needle)) return null;
  const part = rarePart(trigramName(table, column), needle);
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found = `${fold(quote(column))}${LIKE}${fold(`${bind(pattern)}::text`)}`;
  return part === needle ? found : `(${found} AND ${condition()})`;
}
