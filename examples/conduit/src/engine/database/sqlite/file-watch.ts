import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { DatabaseOutage } from '../outage.js';

/** Milliseconds between two looks. */
const PACE = 500;

/**
 * Notices that a database's file is gone, or is another one. SQLite works on in the one that it has open, which nobody
 * finds again, so what is written there is lost when the process ends.
 */
export class FileWatch {
  readonly #path: string;
  readonly #ours: string;
  readonly #timer: NodeJS.Timeout;
  #lost: string | null = null;

  constructor(path: string) {
    this.#path = path;
    // While it is open no other file can have its number.
    this.#ours = identityOf(statSync(path));
    this.#timer = setInterval(() => void this.look(), PACE).unref();
  }

  /** Throws where the last look did not find the file. */
  demand(): void {
    if (this.#lost !== null) throw new DatabaseOutage('unavailable', this.#lost);
  }

  /** Looks for the file now. */
  async look(): Promise<void> {
    try {
      const same = identityOf(await stat(this.#path)) === this.#ours;
      this.#lost = same ? null : `${this.#path} is another file now: start the service again`;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.#lost = `${this.#path} cannot be found (${code}): bring it back, or start the service again`;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const identityOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string =>
  `${dev} ${ino}`;
