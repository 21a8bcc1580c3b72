import type { Pool } from 'pg';

/** Milliseconds after which the statistics are asked for again; the server gathers them about as rarely. */
const FRESH_FOR = 300_000;

/** The list of a trigram that more of all texts have takes longer to read than the rows that it would save. */
const FREQUENT = 0.1;

/** As much of a long needle tells enough. */
const MOST_LETTERS = 60;

/** Letters by which the index goes; it knows where words begin and end. */
const TOLD = /[\p{L}\p{N}]{2}/u;

/** Texts of an index, each with the share of all that it stands for. */
type Sample = readonly (readonly [text: string, share: number])[];

/**
 * What the server's statistics tell of the texts in the indexes of trigrams. For `report 99` an index reads the list of every
 * trigram in it, and those of `report` may have nearly all rows.
 */
export class TrigramSamples {
  #samples: ReadonlyMap<string, Sample> = new Map();
  #askedAt = -Infinity;

  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /** A part of the needle that has none of the trigrams that many texts have; the needle where there is no such part. */
  rarePart(index: string, needle: string): string {
    if (performance.now() - this.#askedAt > FRESH_FOR) void this.#learn();
    const sample = this.#samples.get(index);
    return sample ? rarePartOf(needle, sample) : needle;
  }

  /** While nobody waits; what fails leaves what was known. */
  async #learn(): Promise<void> {
    this.#askedAt = performance.now();
    try {
      const { rows } = await this.pool.query<Statistics>(STATISTICS);
      this.#samples = new Map(rows.map((row) => [row.index, sampleOf(row)]));
    } catch {
      // Statements that somebody waits for tell what is wrong with the database.
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

/** The most frequent texts, and some that stand for all others alike. */
function sampleOf({ common, shares, others }: Statistics): Sample {
  const read = <T>(list: string | null) => JSON.parse(list ?? '[]') as readonly T[];
  const parts = read<number>(shares);
  const frequent = read<string>(common).map((text, at) => [text, parts[at]!] as const);
  const rest = read<string>(others);
  const share = (1 - parts.reduce((sum, part) => sum + part, 0)) / rest.length;
  return [...frequent, ...rest.map((text) => [text, share] as const)];
}

/** The longest run of letters in threes that few texts have, or that tell nothing. */
function rarePartOf(needle: string, sample: Sample): string {
  const letters = [...needle].slice(0, MOST_LETTERS);
  let best = { told: 0, from: 0, to: 0 };
  let run = { told: 0, from: 0, to: 0 };
  for (let at = 0; at + 3 <= letters.length; at++) {
    const three = letters
      .slice(at, at + 3)
      .join('')
      .toLowerCase();
    const told = TOLD.test(three);
    if (told && shareOf(three, sample) > FREQUENT) run = { told: 0, from: at + 1, to: at + 1 };
    else run = { told: run.told + Number(told), from: run.from, to: at + 3 };
    if (run.told > best.told) best = run;
  }
  const isWhole = best.to - best.from === letters.length;
  return best.told === 0 || isWhole ? needle : letters.slice(best.from, best.to).join('');
}

const shareOf = (letters: string, sample: Sample): number =>
  sample.reduce((sum, [text, share]) => (text.includes(letters) ? sum + share : sum), 0);
