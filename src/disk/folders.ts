import { readdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** A folder and all above it, innermost first. */
export function foldersAbove(start: string): string[] {
  const folder = resolve(start);
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

/** The names in a folder; null if the folder does not exist. */
export async function listFolder(path: string): Promise<string[] | null> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}
