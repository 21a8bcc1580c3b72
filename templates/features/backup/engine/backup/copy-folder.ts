import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Copies the files of a folder that another one lacks, each whole or not at all; without the folder, none. */
export async function copyFolder(from: string, to: string): Promise<void> {
  const found = await unlessGone(readdir(from, { recursive: true, withFileTypes: true }));
  for (const file of found?.filter((one) => one.isFile()) ?? []) {
    const path = join(file.parentPath, file.name);
    await copyOne(path, join(to, relative(from, path)));
  }
}

async function copyOne(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const part = `${to}.part`;
  // The service may remove a file meanwhile that no row names any more.
  const copying = copyFile(from, part, constants.COPYFILE_FICLONE).then(() => rename(part, to));
  await unlessGone(copying);
}

async function unlessGone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
