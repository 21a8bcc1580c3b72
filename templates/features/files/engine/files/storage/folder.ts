import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { keysOf, type Range, type Storage } from './storage.js';

/** Files in a folder, whose names are their keys: nothing that anybody sent is a part of a path. */
export function folderStorage(folder: string): Storage {
  // No folder has thousands of files.
  const place = (key: string): string => join(folder, key.slice(0, 2), key);
  return {
    scratch: join(folder, 'arriving'),
    async keep(key, path) {
      const to = place(key);
      await mkdir(dirname(to), { recursive: true });
      await flush(path);
      await rename(path, to);
      await flush(dirname(to));
    },
    read: (key, range) => reading(place(key), range),
    async remove(id) {
      for (const key of keysOf(id)) await rm(place(key), { force: true });
    },
  };
}

/** Opens it first: a stream tells only later that there is no file. */
async function reading(path: string, range: Range | undefined): Promise<Readable | null> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return handle && createReadStream(path, { fd: handle, autoClose: true, ...range });
}

/** A row must not outlive the file that it names when the power fails. */
async function flush(path: string): Promise<void> {
  // Windows opens no folders.
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR' || error.code === 'EPERM') return null;
    throw error;
  });
  try {
    await handle?.sync().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EINVAL' && error.code !== 'EPERM') throw error;
    });
  } finally {
    await handle?.close();
  }
}
