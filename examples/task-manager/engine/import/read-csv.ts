import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Cell } from './cells.js';
import { decoded, type Bytes } from './encodings.js';

/** A file that is no table, at a row of it. */
export class BrokenTable extends Error {
  override readonly name = 'BrokenTable';
}

/** How a text file is read. */
export interface CsvForm {
  readonly encoding: string;
  readonly separator: string;
}

/** What may separate the cells of a row. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The separator of a file: the one that its first line has most of, outside quotations. */
export async function guessSeparator(bytes: Bytes, encoding: string): Promise<string> {
  let text = '';
  for await (const piece of decoded(bytes, encoding)) {
    text += piece;
    if (/[^\r\n][\r\n]/.test(text) || text.length > 100_000) break;
  }
  const [line = ''] = text
    .trimStart()
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/);
  const counted = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counted.indexOf(Math.max(...counted))]!;
}

/**
 * The rows of a file, the header first. What is not quoted has no spaces around it, and is empty without a letter; what is
 * quoted is as it is, unless all of the header is quoted: then every cell is, and an empty one says nothing.
 */
export async function* csvRows(
  bytes: Bytes,
  { encoding, separator }: CsvForm,
): AsyncGenerator<readonly Cell[]> {
  let quotesAll = true;
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    trim: separator !== '\t',
    cast: (text, { quoting, records }) => {
      if (records === 0) quotesAll &&= quoting;
      if (quoting) return text === '' && quotesAll ? null : text;
      return text.trim() || null;
    },
  });
  const source = Readable.from(decoded(bytes, encoding));
  source.once('error', (error) => parser.destroy(error));
  try {
    yield* source.pipe(parser) as AsyncIterable<readonly Cell[]>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BrokenTable(`The file is no table that can be read: ${error.message}.`);
  } finally {
    source.destroy();
  }
}
