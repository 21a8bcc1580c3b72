import type { Cell } from './cells.js';
import { guessEncoding, knownEncoding, WrongEncoding, type Bytes } from './encodings.js';
import { invalid, type HttpProblem } from '../problem/problem.js';
import { ownTurn } from '../records/reading/turns.js';
import { BrokenTable } from './csv-cells.js';
import { csvRows, guessSeparator } from './read-csv.js';
import { sheetLine, type SheetReader } from './sheet-line.js';
import { readSheet, UnreadableSheet, type Sheet } from './sheets.js';

/** The user who reads a file, and the largest number of bytes. */
export interface FileReader extends SheetReader {
  readonly limit: number;
}

/** How the rows of a file are read. */
export interface TableForm {
  readonly format: 'csv' | 'xlsx';
  /** The encoding of a CSV file. */
  readonly encoding: string | null;
  readonly separator: string | null;
  /** The sheet of a spreadsheet. */
  readonly sheet: string | null;
}

/** A row as a spreadsheet numbers it: the header is 1. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** The form of a file, as far as it is not given; and the names of its sheets. */
export interface GuessedForm {
  readonly form: TableForm;
  readonly sheets: readonly string[];
}

/** How many times its size a spreadsheet may unpack to. */
const UNPACKED = 10;

/** The first bytes of every archive, and so of every XLSX file. */
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];

/** Reads the form of a file from its bytes; 422 for an encoding that nobody knows, or a file that cannot be read. */
export const guessForm = (
  bytes: Bytes,
  given: Partial<Omit<TableForm, 'format'>>,
  reader: FileReader,
): Promise<GuessedForm> => guess(bytes, given, reader).catch(refuseFile);

async function guess(
  ...[bytes, given, reader]: Parameters<typeof guessForm>
): Promise<GuessedForm> {
  if (await isArchive(bytes)) {
    const { sheets, name } = await sheetOf(bytes, given.sheet ?? null, reader);
    return { form: { format: 'xlsx', encoding: null, separator: null, sheet: name }, sheets };
  }
  const encoding = encodingOf(given.encoding) ?? (await guessEncoding(bytes));
  const separator = given.separator ?? (await guessSeparator(bytes, encoding));
  return { form: { format: 'csv', encoding, separator, sheet: null }, sheets: [] };
}

function encodingOf(label: string | null | undefined): string | null {
  if (label == null) return null;
  const known = knownEncoding(label);
  if (known === null)
    throw refused('encoding', 'value', 'The service does not know this encoding.');
  return known;
}

/** Rows of a spreadsheet that come at once. */
const SLICE = 500;
/** Milliseconds for which rows are read before everybody else has a turn. */
const TURN = 10;

/** The rows of a file, the header first, without those that have no value; 422 where it cannot be read. */
export async function* tableRows(
  bytes: Bytes,
  form: TableForm,
  reader: FileReader,
): AsyncGenerator<TableRow> {
  let number = 0;
  let began = performance.now();
  const all = form.format === 'csv' ? textRows(bytes, form) : sheetRows(bytes, form, reader);
  for await (const rows of refusing(all)) {
    if (performance.now() - began > TURN) {
      await ownTurn();
      began = performance.now();
    }
    for (const cells of rows) {
      number += 1;
      if (cells.some((cell) => cell !== null)) yield { number, cells };
    }
  }
}

type Rows = readonly (readonly Cell[])[];

/** Rows, and what is wrong with their file as the answer to who sent it; what their reader throws stays what it is. */
async function* refusing(rows: AsyncGenerator<Rows>): AsyncGenerator<Rows> {
  try {
    for (;;) {
      const next = await rows.next().catch(refuseFile);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await rows.return(undefined);
  }
}

const textRows = (bytes: Bytes, { encoding, separator }: TableForm) =>
  csvRows(bytes, { encoding: encoding ?? 'utf-8', separator: separator ?? ',' });

async function* sheetRows(
  bytes: Bytes,
  { sheet }: TableForm,
  reader: FileReader,
): AsyncGenerator<Rows> {
  const { rows } = await sheetOf(bytes, sheet, reader);
  for (let at = 0; at < rows.length; at += SLICE) yield rows.slice(at, at + SLICE);
}

/** The sheets of files in work: guessing the form of a file reads it whole, and its rows come after that. */
const known = new WeakMap<Bytes, Sheet>();

async function sheetOf(bytes: Bytes, name: string | null, reader: FileReader): Promise<Sheet> {
  const found = known.get(bytes);
  if (found && found.name === name) return found;
  const sheet = await sheetLine.run(reader, async (ending) =>
    readSheet(await whole(bytes), reader.limit * UNPACKED, name, ending),
  );
  known.set(bytes, sheet);
  return sheet;
}

async function isArchive(bytes: Bytes): Promise<boolean> {
  for await (const first of bytes()) return ARCHIVE.every((byte, at) => first[at] === byte);
  return false;
}

async function whole(bytes: Bytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes()) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** What is wrong with a file, as the answer to who sent it. */
function refuseFile(error: unknown): never {
  if (error instanceof WrongEncoding)
    throw refused('file', 'encoding', `${error.message} Name the encoding of the file.`);
  if (error instanceof BrokenTable) throw refused('file', 'no-table', error.message);
  if (error instanceof UnreadableSheet)
    throw refused(error.code === 'no-sheet' ? 'sheet' : 'file', error.code, error.message);
  throw error;
}

/** 422 about one thing. */
export const refused = (field: string, code: string, message: string): HttpProblem =>
  invalid([{ field, code, message }]);
