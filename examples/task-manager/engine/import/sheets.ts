import { Worker } from 'node:worker_threads';
import type { Cell } from './cells.js';

/*
 * XLSX files, read and written whole in a thread: it ends alone where a file takes too much memory or time, and meanwhile the
 * service serves others.
 */

/** A sheet of a spreadsheet, and the names of all of them. */
export interface Sheet {
  readonly sheets: readonly string[];
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

/** Why a file is no spreadsheet that can be read. */
export class UnreadableSheet extends Error {
  override readonly name = 'UnreadableSheet';

  constructor(
    readonly code: 'too-large' | 'no-table' | 'no-sheet',
    message: string,
  ) {
    super(message);
  }
}

/** Megabytes of a thread's memory. */
const MEMORY = 512;
/** Milliseconds. */
const PATIENCE = 60_000;

/** Reads a sheet, the first unless one is named, of a file that unpacks to at most `bound` bytes. */
export async function readSheet(
  bytes: Uint8Array,
  bound: number,
  name: string | null = null,
): Promise<Sheet> {
  const answer = await inThread({ do: 'read', bytes, bound, name });
  if ('refused' in answer) throw new UnreadableSheet(answer.refused, answer.message);
  return answer as Sheet;
}

/** A spreadsheet with one sheet. */
export async function writeSheet(
  name: string,
  rows: readonly (readonly Cell[])[],
): Promise<Uint8Array> {
  const answer = await inThread({ do: 'write', name: name.slice(0, 31), rows });
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

// Packed again, without compression: what is read is what was measured, whatever else the archive has.
async function read({ bytes, bound, name }) {
  const { default: readFile } = require('read-excel-file/universal');
  const { buffer } = zipSync(unpack(bytes, bound), { level: 0 });
  const all = await readFile(buffer, { trim: false });
  const found = name === null ? all[0] : all.find(({ sheet }) => sheet === name);
  if (!found) throw new Refused('no-sheet', 'There is no sheet of this name.');
  return { sheets: all.map(({ sheet }) => sheet), name: found.sheet, rows: found.data };
}

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

/** One at a time: each may take as much memory as a thread may have. */
let turn: Promise<unknown> = Promise.resolve();

function inThread(task: object): Promise<Answer> {
  const answer = turn.then(() => threadFor(task));
  turn = answer.catch(() => undefined);
  return answer;
}

function threadFor(task: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CODE)}`), {
      workerData: { base: import.meta.url, task },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    const timer = setTimeout(() => void worker.terminate(), PATIENCE);
    const tooLarge = () =>
      new UnreadableSheet('too-large', 'The file takes too much memory or time to read.');
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    );
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(tooLarge());
    });
  });
}
