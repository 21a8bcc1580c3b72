import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';

/** The operations that change files, replaceable so that a test can kill the process before each. */
export interface FileOps {
  /** Writes a new file and flushes it to disk. */
  write(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name, or a copy where the disk has no such names: what becomes of the first is nothing to it. */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  removeFolder(path: string): Promise<void>;
}

/** Flushes the entries of a folder, where the system supports that. */
async function syncFolder(path: string): Promise<void> {
  const handle = await fs.open(path, constants.O_RDONLY).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The permissions of a file; undefined if the file does not exist. */
export const modeOf = (path: string): Promise<number | undefined> =>
  fs.stat(path).then(
    ({ mode }) => mode & 0o777,
    () => undefined,
  );

async function syncFile(path: string): Promise<void> {
  const handle = await fs.open(path, 'r+');
  await handle.sync();
  await handle.close();
}

/** The real operations. */
export const fileOps: FileOps = {
  async write(path, content, mode) {
    const handle = await fs.open(path, 'w', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (mode !== undefined) await fs.chmod(path, mode);
  },
  async rename(from, to) {
    await fs.rename(from, to);
    await syncFolder(dirname(to));
  },
  async link(from, to) {
    await fs.link(from, to).catch(async () => {
      await fs.copyFile(from, to);
      await syncFile(to);
    });
  },
  async remove(path) {
    await fs.rm(path, { force: true });
    await syncFolder(dirname(path));
  },
  async makeFolder(path) {
    await fs.mkdir(path, { recursive: true });
  },
  async removeFolder(path) {
    await fs.rm(path, { recursive: true, force: true });
  },
};
