import type { TrigramPlace, TrigramSearch } from '../database/query-dialect.js';
import type { Relations } from '../database/schema-dialect.js';
import type { Fold } from '../database/postgres/trigrams.js';
import { quote, quoteText, trigramName } from '../database/steps/step.js';
import type { TrigramSamples } from './trigram-samples.js';

/** Valid indexes by their collation; on a server with a better collation an older index is no longer used. */
const wholeTrigrams = (fold: Fold, { found }: Relations): string => `
  SELECT c.relname AS name FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
  WHERE ${found} AND i.indisvalid
    AND c.relname LIKE 'trigram\\_%'
    AND strpos(replace(pg_get_indexdef(c.oid), '"', ''), ${quoteText(collationOf(fold))}) > 0`;

/** As the definition of an index names it, unquoted; the database's default is not named there. */
const collationOf = (fold: Fold): string => {
  const name = /COLLATE "([^"]+)"/.exec(fold(''))?.[1];
  return name === undefined || name === 'default' ? 'lower(' : `COLLATE ${name}`;
};

const LIKE = ' LIKE ';

/** Without three letters or digits in a row the whole index would be read. */
const INDEXED_RUN = /[\p{L}\p{N}]{3}/u;

/** The words that few texts have; all of them if there are none. */
function indexedWords(
  samples: TrigramSamples,
  words: readonly string[],
  places: readonly TrigramPlace[],
): readonly string[] {
  const indexes = places.map(({ table, column }) => trigramName(table, column));
  const isRare = (word: string) =>
    INDEXED_RUN.test(word) && indexes.every((index) => samples.rarePart(index, word) !== null);
  const rare = words.filter(isRare);
  return rare.length > 0 ? rare : words;
}

/** Like `contains` with a needle of any script, in the operator and expression that the index serves. */
function contains(
  { fold, samples }: { readonly fold: Fold; readonly samples: TrigramSamples },
  { table, column }: TrigramPlace,
  needle: string,
  bind: (value: unknown) => string,
  condition: () => string,
): string | null {
  if (!INDEXED_RUN.test(needle)) return null;
  const part = samples.rarePart(trigramName(table, column), needle) ?? needle;
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found = `${fold(quote(column))}${LIKE}${fold(`${bind(pattern)}::text`)}`;
  return part === needle ? found : `(${found} AND ${condition()})`;
}

/** How PostgreSQL is searched by trigrams; `fold` is how the server folds case. A generic plan would scan the whole table for a rare text. */
export const postgresTrigrams = (
  fold: Fold,
  samples: TrigramSamples,
  relations: Relations,
): TrigramSearch => ({
  whole: wholeTrigrams(fold, relations),
  contains: (...asked) => contains({ fold, samples }, ...asked),
  indexedWords: (...asked) => indexedWords(samples, ...asked),
  finds: (condition) => condition.includes(LIKE),
});
