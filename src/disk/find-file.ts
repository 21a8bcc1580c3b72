import { readFile, stat } from 'node:fs/promises';

/** A file of a size, which is read when it is known to be small enough. */
export interface FoundFile {
  readonly size: number;
  read(): Promise<Buffer>;
}

/** A file that its user names; null if the file does not exist. */
export async function findFile(path: string): Promise<FoundFile | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? { size: found.size, read: () => readFile(path) } : null;
}
