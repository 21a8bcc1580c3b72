import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SchemaFile } from '../pull/prisma/joined-files.js';
import { readUnpacked } from './read-dump.js';

const PRISMA = /\.prisma$/i;

/** The text of a file, without the byte order mark that some editors of Windows begin it with. */
const textIn = async (file: string): Promise<string> =>
  (await readUnpacked(file)).replace(/^\uFEFF/, '');

/** Whether a path is a folder that there is. */
export const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() === true;

/** The files of a Prisma schema, which is a file or a folder; null where a path is neither. */
export async function readPrismaFiles(path: string): Promise<readonly SchemaFile[] | null> {
  if (!(await isFolder(path)))
    return PRISMA.test(path) ? [{ path: '', text: await textIn(path) }] : null;
  const files = await prismaFilesIn(path);
  if (files.length === 0) return null;
  return Promise.all(
    files.toSorted().map(async (file) => ({
      path: relative(path, file).replaceAll('\\', '/'),
      text: await textIn(file),
    })),
  );
}

/** The files of Prisma schemas in a folder, below it, too, but for packages and hidden folders, which may have very many files. */
async function prismaFilesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(node_modules$|\.)/.test(entry.name) ? [] : prismaFilesIn(path);
    return entry.isFile() && PRISMA.test(entry.name) ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}
