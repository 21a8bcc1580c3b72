import type { TrigramPlace } from '../dialect.js';
import { quote, quoteText, trigramName } from '../steps/step.js';

/** A text as it is compared, by what the server has for it. */
export type Fold = (text: string) => string;

/** An index of the folded text, which serves the very expression that it is made on; one that is there is taken as it is. */
export const createTrigrams = (table: string, column: string, fold: Fold): string[] => [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  `CREATE INDEX IF NOT EXISTS ${quote(trigramName(table, column))} ON ${quote(table)} ` +
    `USING gin ((${fold(quote(column))}) gin_trgm_ops)`,
];

/** Valid indexes by the collation that is folded by; on a server with a better one an older index serves no more. */
export const wholeTrigrams = (fold: Fold): string => `
  SELECT c.relname AS name FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND i.indisvalid
    AND c.relname LIKE 'trigram\\_%'
    AND strpos(replace(pg_get_indexdef(c.oid), '"', ''), ${quoteText(collationOf(fold))}) > 0`;

/** As the definition of an index names it, without quotes; the database's own is not named there. */
const collationOf = (fold: Fold): string => {
  const name = /COLLATE "([^"]+)"/.exec(fold(''))?.[1];
  return name === undefined || name === 'default' ? 'lower(' : `COLLATE ${name}`;
};

/** Whether such an index finds the rows of a condition. One plan for all values would walk the whole table for a rare text. */
export const isByTrigrams = (sql: string): boolean => sql.includes(LIKE);

const LIKE = ' LIKE ';

/** Without three letters or digits in a row the whole index would be read. */
const TOLD = /[\p{L}\p{N}]{3}/u;

/** What of a needle an index is asked for: few texts have it, and all that have the needle. */
export type RarePart = (index: string, needle: string) => string;

/** As `contains` with a needle of any script, in the words and by the expression that the index serves. */
export function containsByTrigrams(
  { fold, rarePart }: { readonly fold: Fold; readonly rarePart: RarePart },
  { table, column }: TrigramPlace,
  needle: string,
  bind: (value: unknown) => string,
  asked: () => string,
): string | null {
  if (!TOLD.test(needle)) return null;
  const part = rarePart(trigramName(table, column), needle);
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found = `${fold(quote(column))}${LIKE}${fold(`${bind(pattern)}::text`)}`;
  return part === needle ? found : `(${found} AND ${asked()})`;
}
