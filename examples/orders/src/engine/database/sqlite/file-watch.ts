import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { DatabaseOutage } from '../outage.js';

/** Milliseconds between two checks. */
const INTERVAL = 500;

/**
 * Notices when a database file is deleted or replaced. SQLite continues with the file that it has open, which nobody can find
 * any more, so what is written there is lost when the process ends.
 */
export class FileWatch {
  readonly #path: string;
  readonly #identity: string;
  readonly #timer: NodeJS.Timeout;
  #problem: string | null = null;

  constructor(path: string) {
    this.#path = path;
    // While it is open no other file can have its inode.
    this.#identity = identityOf(statSync(path));
    this.#timer = setInterval(() => void this.check(), INTERVAL).unref();
  }

  /** Throws if the last check did not find the file. */
  assertPresent(): void {
    if (this.#problem !== null) throw new DatabaseOutage('unavailable', this.#problem);
  }

  /** Checks the file now. */
  async check(): Promise<void> {
    try {
      const same = identityOf(await stat(this.#path)) === this.#identity;
      this.#problem = same
        ? null
        : `${this.#path} has been replaced by another file: restart the service`;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.#problem = `${this.#path} cannot be found (${code}): restore it, or restart the service`;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const identityOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string =>
  `${dev} ${ino}`;
