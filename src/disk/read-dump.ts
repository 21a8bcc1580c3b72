import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type DumpPart, DumpReader } from '../pull/dump/dump-statements.js';
import { readStart } from './contents.js';

/** Whether a file is compressed by gzip. */
async function isGzip(file: string): Promise<boolean> {
  const start = await readStart(file, 2);
  return start?.[0] === 0x1f && start[1] === 0x8b;
}

/** The bytes of a file, unpacked where it is compressed. An error of either stream is one of the result. */
async function unpacked(file: string): Promise<Readable> {
  const source = createReadStream(file);
  if (!(await isGzip(file))) return source;
  const unzip = createGunzip();
  source.on('error', (error) => unzip.destroy(error));
  return source.pipe(unzip);
}

/** The first characters of a text file, unpacked. */
export async function readTextStart(file: string, length: number): Promise<string> {
  let text = '';
  for await (const chunk of (await unpacked(file)).setEncoding('utf8')) {
    text += chunk as string;
    if (text.length >= length) break;
  }
  return text.slice(0, length);
}

/** The whole text of a file, unpacked. */
export const readUnpacked = (file: string): Promise<string> =>
  readTextStart(file, Number.POSITIVE_INFINITY);

/** Splits a dump of any size into statements: rows do not stay in memory. */
export async function readDumpStatements(file: string): Promise<readonly DumpPart[]> {
  const reader = new DumpReader();
  const input = await unpacked(file);
  const lines = createInterface({ input, crlfDelay: Infinity });
  const failed = new Promise<never>((_, reject) => input.on('error', reject));
  const read = (async () => {
    for await (const line of lines) reader.add(line);
  })();
  await Promise.race([read, failed]);
  return reader.end();
}
