import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that one waits for the one before: its code may wait for something else. */
const PATIENCE = 2000;

/**
 * Lets transactions that have collided run again one after another: run at once, they would collide with each other again,
 * and a deadlock takes the server a second to find.
 */
export class Reruns {
  #last: Promise<void> = Promise.resolve();

  /** Runs the work when the rerun before it has ended, or has taken too long. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    let end!: () => void;
    this.#last = new Promise((resolve) => {
      end = resolve;
    });
    const patience = new AbortController();
    const { signal } = patience;
    const enough = sleep(PATIENCE, undefined, { ref: false, signal }).catch(() => undefined);
    await Promise.race([before, enough]);
    patience.abort();
    try {
      return await work();
    } finally {
      end();
    }
  }
}
