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

/** What the statistics of a server are asked of: a pool of connections. */
export interface StatisticsSource {
  query(sql: string): Promise<{ readonly rows: readonly Statistics[] }>;
}

/**
 * The server's statistics on the texts in trigram indexes. For `report 99` an index reads the list of every trigram in it,
 * and those of `report` may contain nearly all rows.
 */
export class TrigramSamples {
  #samples: ReadonlyMap<string, Sample> = new Map();
  #loadedAt = -Infinity;

  constructor(private readonly server: StatisticsSource) {}

  /**
   * The part of a needle that the index is searched for: few texts have it, and all that have the needle do; null where many
   * texts have each of its parts, and the needle itself where nothing is known of the texts.
   */
  rarePart(index: string, needle: string): string | null {
    if (performance.now() - this.#loadedAt > MAX_AGE) void this.#load();
    const sample = this.#samples.get(index);
    return sample ? rarePartOf(needle, sample) : needle;
  }

  /** Loads samples in the background; a failure keeps what was known. */
  async #load(): Promise<void> {
    this.#loadedAt = performance.now();
    try {
      const { rows } = await this.server.query(STATISTICS);
      this.#samples = new Map(rows.map((row) => [row.index, sampleOf(row)]));
    } catch {
      // Database problems show in statements that a caller waits for.
    }
  }
}

/** Statistics with arrays as JSON; null for a column without any. */
interface Statistics {
  readonly index: string;
  readonly common: string | null;
  readonly shares: string | null;
  readonly others: string | null;
}

const STATISTICS = `
  SELECT tablename AS index, to_json(most_common_vals::text::text[])::text AS common,
    to_json(most_common_freqs)::text AS shares, to_json(histogram_bounds::text::text[])::text AS others
  FROM pg_stats WHERE schemaname = ANY (current_schemas(false)) AND tablename LIKE 'trigram\\_%'`;

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
