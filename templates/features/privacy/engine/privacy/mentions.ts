/** Texts shorter than this, such as a first name, are those of many people. */
const TELLING = 8;
/** A shorter text that many people have is not looked for. */
const SHORTEST = 2;
/** Values that are looked for inside of other texts: each text is compared with each of them. */
const MOST_PARTS = 500;

/**
 * What is known of a person, to be found in texts and JSON. An address, a long text or a text with digits is enough; of names such as
 * `Anna` and `Bauer`, which others have too, two different ones are.
 */
export class Mentions {
  /** Values that are the whole of a text in JSON. */
  readonly #whole: ReadonlySet<string>;
  readonly #telling: readonly string[];
  readonly #common: readonly RegExp[];

  /** The first values are those that are most the person's own. */
  constructor(values: Iterable<string>) {
    const texts = [...new Set([...values].map(folded))].filter((text) => text.length >= SHORTEST);
    this.#whole = new Set(texts.filter(isTelling));
    const parts = texts.slice(0, MOST_PARTS);
    this.#telling = parts.filter(isTelling);
    this.#common = parts.filter((text) => !isTelling(text)).map(asWord);
  }

  /** Whether a stored text or JSON has something of the person. */
  areIn(text: string): boolean {
    const json = jsonIn(text);
    return json === undefined ? this.#inText(folded(text)) : this.#inJson(json);
  }

  #inText(text: string): boolean {
    if (this.#telling.some((one) => text.includes(one))) return true;
    let common = 0;
    for (const word of this.#common) if (word.test(text)) common += 1;
    return common > 1;
  }

  #inJson(json: unknown): boolean {
    const texts = [...textsIn(json)].map(folded);
    return texts.some((text) => this.#whole.has(text)) || this.#inText(texts.join('\n'));
  }
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase().trim();

const isTelling = (text: string): boolean =>
  text.length >= TELLING || text.includes('@') || (/\d/.test(text) && text.length >= TELLING - 2);

/** A text that no letter or digit surrounds. */
const asWord = (text: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'u',
  );

function jsonIn(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The texts in JSON, numbers among them, and the names of members. */
function* textsIn(json: unknown): Generator<string> {
  if (typeof json === 'string' || typeof json === 'number') yield String(json);
  else if (Array.isArray(json)) for (const item of json) yield* textsIn(item);
  else if (typeof json === 'object' && json !== null)
    for (const [name, value] of Object.entries(json)) {
      yield name;
      yield* textsIn(value);
    }
}
