import { readdir } from 'node:fs/promises';

/** The names in a folder; null where there is no such folder. */
export async function listFolder(path: string): Promise<string[] | null> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
