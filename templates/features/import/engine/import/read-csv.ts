import { CsvCells } from './csv-cells.js';
import type { Cell } from './cells.js';
import { decoded, type Bytes } from './encodings.js';

/** How a text file is read. */
export interface CsvForm {
  readonly encoding: string;
  readonly separator: string;
}

/** The signs that may separate the cells of a row. */
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

/** Letters whose rows are read at once: no more than a moment's work. None is cut in two, as a separator may be. */
const SLICES = /[^]{1,32768}/gu;

/** The rows of a file, the header first, some at a time. */
export async function* csvRows(
  bytes: Bytes,
  { encoding, separator }: CsvForm,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const cells = new CsvCells(separator);
  for await (const piece of decoded(bytes, encoding))
    for (const [slice] of piece.matchAll(SLICES)) yield cells.read(slice);
  const last = cells.end();
  if (last !== null) yield [last];
}
