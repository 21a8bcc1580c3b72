import { FairLock } from '../fair-queue.js';

/**
 * Has writes of one row wait for each other in this process: each that waits at the server keeps a connection from everybody, and
 * a busy row would soon have all of them.
 */
export class RowTurns {
  readonly #locks = new Map<string, FairLock>();
  readonly #timeout: number;

  /** `timeout` is in milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Runs a write of a row in its turn; `LockTimeout` where that takes too long. */
  async run<T>(row: string, name: string, write: () => Promise<T>): Promise<T> {
    const lock = this.#locks.get(row) ?? new FairLock(this.#timeout);
    this.#locks.set(row, lock);
    try {
      return await lock.run({ describe: () => name }, write);
    } finally {
      if (!lock.isHeld) this.#locks.delete(row);
    }
  }
}
