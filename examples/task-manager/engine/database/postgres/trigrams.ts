import type { Pool } from 'pg';
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

/**
 * The part of a needle that the index is searched for: few texts have it, and all that have the needle do; null where many
 * texts have each of its parts.
 */
export type RarePart = (index: string, needle: string) => string | null;

/** The words that few texts have; all of them if there are none. */
export function indexedWords(
  rarePart: RarePart,
  words: readonly string[],
  places: readonly TrigramPlace[],
): readonly string[] {
  const indexes = places.map(({ table, column }) => trigramName(table, column));
  const isRare = (word: string) =>
    INDEXED_RUN.test(word) && indexes.every((index) => rarePart(index, word) !== null);
  const rare = words.filter(isRare);
  return rare.length > 0 ? rare : words;
}

/** Like `contains` with a needle of any script, in the operator and expression that the index serves. */
export function containsByTrigrams(
  { fold, rarePart }: { readonly fold: Fold; readonly rarePart: RarePart },
  { table, column }: TrigramPlace,
  needle: string,
  bind: (value: unknown) => string,
  condition: () => string,
): string | null {
  if (!INDEXED_RUN.test(needle)) return null;
  const part = rarePart(trigramName(table, column), needle) ?? needle;
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found = `${fold(quote(column))}${LIKE}${fold(`${bind(pattern)}::text`)}`;
  return part === needle ? found : `(${found} AND ${condition()})`;
}

/** Milliseconds until the statistics are read again; the server updates them about as rarely. */
const MAX_AGE = 300_000;

/** Reading the list of a trigram that is in more of the texts takes longer than it saves. */
const FREQUENT = 0.1;

/** Characters of a long needle that are considered. */
const MAX_CHARACTERS = 60;

/** Characters that are indexed; the index also marks where words begin and end. */
const INDEXED_PAIR = /[\p{L}\p{N}]{2}/u;

/** Texts of an index, each with the share of all texts that it represents. */
type Sample = readonly (readonly [text: string, share: number])[];

/**
 * The server's statistics on the texts in trigram indexes. For `report 99` an index reads the list of every trigram in it,
 * and those of `report` may contain nearly all rows.
 */
export class TrigramSamples {
  #samples: ReadonlyMap<string, Sample> = new Map();
  #loadedAt = -Infinity;

  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /** A part of the needle without trigrams that many texts have; the needle itself where nothing is known of the texts. */
  rarePart(index: string, needle: string): string | null {
    if (performance.now() - this.#loadedAt > MAX_AGE) void this.#load();
    const sample = this.#samples.get(index);
    return sample ? rarePartOf(needle, sample) : needle;
  }

  /** In the background; a failure keeps what was known. */
  async #load(): Promise<void> {
    this.#loadedAt = performance.now();
    try {
      const { rows } = await this.pool.query<Statistics>(STATISTICS);
      this.#samples = new Map(rows.map((row) => [row.index, sampleOf(row)]));
    } catch {
      // Database problems show in statements that a caller waits for.
    }
  }
}

/** Arrays as JSON; null where there are none. */
interface Statistics {
  readonly index: string;
  readonly common: string | null;
  readonly shares: string | null;
  readonly others: string | null;
}

const STATISTICS = `
  SELECT tablename AS index, to_json(most_common_vals::text::text[])::text AS common,
    to_json(most_common_freqs)::text AS shares, to_json(histogram_bounds::text::text[])::text AS others
  FROM pg_stats WHERE schemaname = current_schema() AND tablename LIKE 'trigram\\_%'`;

/** The most frequent texts, and a uniform sample of all others. */
function sampleOf({ common, shares, others }: Statistics): Sample {
  const read = <T>(list: string | null) => JSON.parse(list ?? '[]') as readonly T[];
  const parts = read<number>(shares);
  const frequent = read<string>(common).map((text, at) => [text, parts[at]!] as const);
  const rest = read<string>(others);
  const share = (1 - parts.reduce((sum, part) => sum + part, 0)) / rest.length;
  return [...frequent, ...rest.map((text) => [text, share] as const)];
}

/** The longest run of characters whose trigrams few texts have, or that are not indexed; null without any. */
function rarePartOf(needle: string, sample: Sample): string | null {
  const letters = [...needle].slice(0, MAX_CHARACTERS);
  let best = { count: 0, from: 0, to: 0 };
  let run = { count: 0, from: 0, to: 0 };
  for (let at = 0; at + 3 <= letters.length; at++) {
    const three = letters
      .slice(at, at + 3)
      .join('')
      .toLowerCase();
    const indexed = INDEXED_PAIR.test(three);
    if (indexed && shareOf(three, sample) > FREQUENT) run = { count: 0, from: at + 1, to: at + 1 };
    else run = { count: run.count + Number(indexed), from: run.from, to: at + 3 };
    if (run.count > best.count) best = run;
  }
  const isWhole = best.to - best.from === letters.length;
  if (best.count === 0) return null;
  return isWhole ? needle : letters.slice(best.from, best.to).join('');
}

const shareOf = (letters: string, sample: Sample): number =>
  sample.reduce((sum, [text, share]) => (text.includes(letters) ? sum + share : sum), 0);
