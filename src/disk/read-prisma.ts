import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SchemaFile } from '../pull/prisma/joined-files.js';
import { readUnpacked } from './read-dump.js';

const PRISMA = /\.prisma$/i;

/** The text of a file, without the byte order mark that some editors of Windows begin it with. */
const textIn = async (file: string): Promise<string> =>
  (await readUnpacked(file)).replace(/^\uFEFF/, '');

/** The files of a Prisma schema, which is a file or a folder; null where a path is neither. */
export async function readPrismaFiles(path: string): Promise<readonly SchemaFile[] | null> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  if (!isFolder) return PRISMA.test(path) ? [{ path: '', text: await textIn(path) }] : null;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && PRISMA.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[\\/])node_modules[\\/]/.test(relative(path, file)))
    .toSorted();
  if (files.length === 0) return null;
  return Promise.all(
    files.map(async (file) => ({
      path: relative(path, file).replaceAll('\\', '/'),
      text: await textIn(file),
    })),
  );
}
