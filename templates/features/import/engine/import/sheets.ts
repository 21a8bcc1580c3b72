import { Worker } from 'node:worker_threads';
import type { Cell } from './cells.js';

/*
 * XLSX files, read and written whole in a thread: it ends alone where a file takes too much memory or time, and meanwhile the
 * service serves others. `SheetLine` says whose turn it is.
 */

/** A sheet of a spreadsheet, and the names of all of them. */
export interface Sheet {
  readonly sheets: readonly string[];
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

/** The error for a file that is not a spreadsheet that can be read. */
export class UnreadableSheet extends Error {
  override readonly name = 'UnreadableSheet';

  constructor(
    readonly code: 'too-large' | 'too-many-cells' | 'cell-too-long' | 'no-table' | 'no-sheet',
    message: string,
  ) {
    super(message);
  }
}

/** Megabytes of a thread's memory. */
const MEMORY = 512;
/** Milliseconds. */
const PATIENCE = 60_000;

/** The place of the last possible cell of a spreadsheet: XFD1048576. */
const LAST = { row: 1_048_576, column: 16_384 };
/** Cells of a sheet, from the first to the last row and column with a value; and characters of a cell. */
const MOST_CELLS = 2_000_000;
const MOST_CHARACTERS = 1_000_000;

/** Reads a sheet, the first unless one is named, of a file that unpacks to at most `bound` bytes. */
export async function readSheet(
  bytes: Uint8Array,
  bound: number,
  name: string | null = null,
  signal?: AbortSignal,
): Promise<Sheet> {
  const bounds = { bound, last: LAST, cells: MOST_CELLS, characters: MOST_CHARACTERS };
  const answer = await inThread({ do: 'read', bytes, name, ...bounds }, signal);
  if ('refused' in answer) throw new UnreadableSheet(answer.refused, answer.message);
  return answer as Sheet;
}

/** A spreadsheet with one sheet. */
export async function writeSheet(
  name: string,
  rows: readonly (readonly Cell[])[],
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const answer = await inThread({ do: 'write', name: name.slice(0, 31), rows }, signal);
  return (answer as { readonly bytes: Uint8Array }).bytes;
}

type Answer =
  | Sheet
  | { readonly bytes: Uint8Array }
  | { readonly refused: UnreadableSheet['code']; readonly message: string };

/** What the thread runs: a text, so that it is the same from sources and from a build. */
const CODE = `
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { base, task } = workerData;
const require = createRequire(base);
const { unzipSync, zipSync } = require('fflate');

class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// Room is made by the sizes that the archive states, and nothing is written beyond it.
function unpack(bytes, bound) {
  let left = bound;
  const filter = ({ name, originalSize }) => {
    if (!/\\.(xml|rels)$/.test(name)) return false;
    left -= originalSize;
    if (left < 0) throw new Refused('too-large', 'The file unpacks to more than ' + bound + ' bytes.');
    return true;
  };
  return unzipSync(bytes, { filter });
}

const isSheet = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('sheetData');

// Packed again, without compression: what is read is what was measured, whatever else the archive has.
async function sheetsIn(files) {
  const { default: readFile } = require('read-excel-file/universal');
  return readFile(zipSync(files, { level: 0 }).buffer, { trim: false });
}

const OUTLINE = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];

// The library reads all sheets at once. So a first time each of them has but the place of its own file in one cell, and a second
// time all are empty but the one that is asked for.
async function read({ bytes, bound, name, ...bounds }) {
  const files = unpack(bytes, bound);
  const paths = Object.keys(files).filter((path) => isSheet(files[path]));
  const outline = Object.fromEntries(OUTLINE.flatMap((path) => (files[path] ? [[path, files[path]]] : [])));
  paths.forEach((path, at) => (outline[path] = sheetOf('<row r="1"><c r="A1"><v>' + at + '</v></c></row>')));
  const all = (await sheetsIn(outline)).filter(({ data }) => data);
  const found = name === null ? all[0] : all.find(({ sheet }) => sheet === name);
  if (!found) throw new Refused('no-sheet', 'There is no sheet of this name.');
  const own = paths[found.data[0][0]];
  check(files[own], bounds);
  for (const path of paths) if (path !== own) files[path] = sheetOf('');
  const { data } = (await sheetsIn(files)).find(({ sheet }) => sheet === found.sheet);
  checkTexts(data, bound, bounds);
  return { sheets: all.map(({ sheet }) => sheet), name: found.sheet, rows: data };
}

const sheetOf = (rows) => Buffer.from('<worksheet><sheetData>' + rows + '</sheetData></worksheet>');

// Before the library makes room for all cells up to the last one. Empty cells, as those that only have a colour, count for
// nothing. A file that gets past this ends with its thread.
function check(bytes, { last, cells, characters }) {
  const xml = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).latin1Slice();
  for (let at = 0; at >= 0; ) {
    const next = xml.indexOf('<', at + 1);
    if ((next < 0 ? xml.length : next) - at > characters) throw tooLong(characters);
    at = next;
  }
  let [rows, columns] = [0, 0];
  for (const [, element, attributes] of xml.matchAll(/<(?:\\w+:)?(row|c)\\s([^>]*)>/g)) {
    const [, letters = '', digits = '1'] = /(?:^|[\\s:])r=["']([A-Z]*)([^"']*)/.exec(attributes) ?? [];
    const row = Number(digits);
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    if (!(row <= last.row && column <= last.column))
      throw new Refused('no-table', 'The sheet has a cell where no spreadsheet has any: ' + (letters + digits).slice(0, 20) + '.');
    if (element !== 'c' || attributes.endsWith('/')) continue;
    rows = Math.max(rows, row);
    columns = Math.max(columns, column);
  }
  if (rows * columns > cells)
    throw new Refused('too-many-cells', 'The sheet has more than ' + cells + ' cells: save it as CSV.');
}

// Cells share texts, but those who get them do not.
function checkTexts(rows, bound, { characters }) {
  let all = 0;
  for (const row of rows)
    for (const cell of row) {
      if (typeof cell !== 'string') continue;
      if (cell.length > characters) throw tooLong(characters);
      all += cell.length;
    }
  if (all > bound) throw new Refused('too-large', 'The sheet has more than ' + bound + ' characters.');
}

const tooLong = (characters) => new Refused('cell-too-long', 'A cell has more than ' + characters + ' characters.');

// Characters in the words of spreadsheets: _x0001_.
const inWords = (text) =>
  [...Array(text.length).keys()]
    .map((at) => '_x' + text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0') + '_')
    .join('');

// Characters that XML has not, or that the library leaves out. Nor has it a place for what every object has: __proto__.
const escaped = (text) =>
  text in Object.prototype
    ? inWords(text[0]) + text.slice(1)
    : text
        .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replace(/(?![\\t\\n])[\\p{Cc}\\p{Noncharacter_Code_Point}\\uFFFD]/gu, inWords);

const cellOf = (value) =>
  typeof value === 'string' ? { type: String, value: escaped(value) } : value;

async function write({ name, rows }) {
  const { default: writeFile } = require('write-excel-file/universal');
  const data = rows.map((row) => row.map(cellOf));
  const file = await writeFile(data, { sheet: name, dateFormat: 'yyyy-mm-dd' }).toBlob();
  return { bytes: new Uint8Array(await file.arrayBuffer()) };
}

try {
  parentPort.postMessage(await (task.do === 'read' ? read(task) : write(task)));
} catch (error) {
  if (task.do === 'write') throw error;
  parentPort.postMessage({
    refused: error instanceof Refused ? error.code : 'no-table',
    message: error instanceof Refused ? error.message : 'The file is no spreadsheet that can be read.',
  });
}
`;

function inThread(task: object, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CODE)}`), {
      workerData: { base: import.meta.url, task },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    const end = () => void worker.terminate();
    const timer = setTimeout(end, PATIENCE);
    signal?.addEventListener('abort', end);
    const tooLarge = () =>
      new UnreadableSheet('too-large', 'The file takes too much memory or time to read.');
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    );
    worker.once('exit', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      reject(signal?.aborted ? (signal.reason as Error) : tooLarge());
    });
  });
}
