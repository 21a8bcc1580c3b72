import { open, readFile } from 'node:fs/promises';
import { isPack } from './packs.js';
import { asText } from './read-tree.js';

/** Bytes as plans and journals, which hold strings, have those of a pack: in base64. */
export const contentOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The bytes that are written to a file for the string that a plan has of it. */
export const bytesOf = (path: string, content: string): string | Uint8Array =>
  isPack(path) ? Buffer.from(content, 'base64') : content;

/** The text of a file, or what stands for the bytes of a pack; null where it does not exist. */
export async function readContent(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    // The error for a folder lacks the path.
    throw Object.assign(error, { path });
  });
  if (bytes === null || isPack(path)) return bytes && contentOf(bytes);
  return asText(bytes) ?? bytes.toString('latin1');
}

/** The first bytes of a file; null where it does not exist or is a folder. */
export async function readStart(path: string, length: number): Promise<Buffer | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    if ((await file.stat()).isDirectory()) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
