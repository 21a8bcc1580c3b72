import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { Values } from '../model/hooks.js';
import type { InsertPlace } from '../records/scope.js';
import { fileColumnsOf, type FileColumn } from './file-type.js';
import type { FileValue } from './file-value.js';
import { tableOf } from './files-parts.js';
import { scratchPath } from './small-pictures.js';
import type { Storage } from './storage/storage.js';

/** So many rows of a chunk have files where they need none: each file is one on the disk. */
const MOST = 20;

/** Gives made-up rows files: small pictures, and texts. */
export async function makeFiles(
  rows: readonly Values[],
  { dialect, model, session }: InsertPlace,
  storage: Storage,
): Promise<void> {
  const stored = tableOf(dialect);
  for (const column of fileColumnsOf(model))
    for (const [at, row] of rows.entries()) {
      const isMade = !column.nullable || (at < MOST && row[column.name] != null);
      if (!isMade) row[column.name] = null;
      else {
        const value = await makeFile(column, at, storage);
        row[column.name] = value;
        await stored.addKept(session, { model: model.name, field: column.name, ...value });
      }
    }
}

/** A file for a column, whose content is stored; no table knows of it yet. */
export async function makeFile(
  { added }: FileColumn,
  at: number,
  storage: Storage,
): Promise<FileValue> {
  const id = randomUUID();
  const isPicture = added.kind === 'image';
  const content = isPicture ? picture(at) : Buffer.from(`A made-up file, number ${at + 1}.\n`);
  const path = scratchPath(storage);
  await mkdir(storage.scratch, { recursive: true });
  await writeFile(path, content, { flag: 'wx' });
  await storage.keep(id, path);
  const size = content.length;
  if (!isPicture) return { id, name: `file-${at + 1}.txt`, type: 'text/plain', size };
  return {
    id,
    name: `picture-${at + 1}.png`,
    type: 'image/png',
    size,
    width: WIDTH,
    height: HEIGHT,
  };
}

const WIDTH = 96;
const HEIGHT = 64;

/** A PNG of stripes, each number in colours of its own. */
function picture(number: number): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const line = Buffer.alloc(1 + WIDTH * 3);
    for (let x = 0; x < WIDTH; x++) {
      const stripe = Math.floor((x + y) / 16) % 2 === 0 ? 40 : 0;
      line.set(
        [(number * 67) % 200, (number * 131) % 200, 120].map((one) => one + stripe),
        1 + x * 3,
      );
    }
    return line;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
