import { randomBytes } from 'node:crypto';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDatabases } from './test-databases.js';

/** Files in a folder of the run: a connection that writes and one that reads, as in production. */
export class SqliteDatabases implements TestDatabases {
  readonly #kept: string;

  constructor(private readonly folder: string) {
    this.#kept = join(folder, 'kept.db');
  }

  async create(): Promise<string> {
    return `sqlite:${join(this.folder, `${randomBytes(6).toString('hex')}.db`)}`;
  }

  keep(url: string): Promise<void> {
    return rename(pathOf(url), this.#kept);
  }

  async copy(): Promise<string | null> {
    const url = await this.create();
    try {
      await copyFile(this.#kept, pathOf(url));
      return url;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async drop(url: string): Promise<void> {
    for (const end of ['', '-wal', '-shm']) await rm(pathOf(url) + end, { force: true });
  }

  dropAll(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

const pathOf = (url: string): string => url.slice('sqlite:'.length);
