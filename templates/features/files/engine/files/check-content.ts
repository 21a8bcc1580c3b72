import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sizeText } from '../http/read-body.js';
import { HttpProblem, coded, invalid } from '../problem/problem.js';
import { contentType, HEAD_BYTES, PICTURES } from './content-type.js';
import type { FileColumn } from './file-type.js';
import type { FilesParts } from './files-parts.js';
import { safeName, withEnding } from './safe-name.js';
import { scratchPath } from './small-pictures.js';
import type { Facts } from './stored-files.js';

/** A checked file in the scratch folder, and what is known of it. */
export interface CheckedFile {
  readonly path: string;
  readonly facts: Omit<Facts, 'scan'>;
}

/** Bytes that a file of a field may have, and who says so: the setting where it is the lower limit. */
export function limitOf({ added }: FileColumn, max: number) {
  return added.most <= max
    ? { bytes: added.most, setting: null }
    : { bytes: max, setting: 'FILES_MAX' };
}

export type Limit = ReturnType<typeof limitOf>;

export function fileTooLarge({ bytes, setting }: Limit): HttpProblem {
  const limit = sizeText(bytes);
  const by = setting === null ? '' : `, by the setting ${setting}`;
  const members = { limit, ...(setting !== null && { ...coded('body-too-large'), setting }) };
  return new HttpProblem(413, `The file is too large: at most ${limit}${by}.`, [], {}, members);
}

/** Writes what arrives into a new file, as far as the limit; what is left of a file that is refused is for the caller to remove. */
export async function receive(content: Readable, path: string, limit: Limit): Promise<void> {
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit.bytes ? fileTooLarge(limit) : null, chunk);
    },
  });
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(content, counted, createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new HttpProblem(507, 'There is no room for files.', [], {}, coded('full'));
    throw error;
  }
}

/** Tells a file by its content; a picture for a field of pictures is written anew, which leaves only what one sees of it. */
export async function checkContent(
  path: string,
  given: string | undefined,
  column: FileColumn,
  { decoder, storage, own }: FilesParts,
): Promise<CheckedFile> {
  const name = safeName(given, column.name);
  const type = contentType(await headOf(path), name);
  if (column.added.kind === 'file') {
    const { size } = await stat(path);
    return { path, facts: { name, type, size, width: null, height: null } };
  }
  const kind = PICTURES[type];
  if (!kind) throw noPicture(column.name);
  const to = scratchPath(storage);
  const work = { from: path, to, format: kind.format, width: null };
  try {
    const { width, height } = await decoder.decode(work, column.name);
    const { size } = await stat(to);
    const limit = limitOf(column, own.max);
    // A picture may be larger in its new form.
    if (size > limit.bytes) throw fileTooLarge(limit);
    return { path: to, facts: { name: withEnding(name, kind.endings), type, size, width, height } };
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const noPicture = (field: string): HttpProblem =>
  invalid([
    {
      field,
      code: 'no-picture',
      message: `${field} takes pictures: JPEG, PNG, WebP or GIF.`,
    },
  ]);
