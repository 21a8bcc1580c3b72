import { DatabaseOutage } from '../outage.js';

/** Milliseconds. */
const PATIENCE = 10_000;

/** What moves and what waits in a database at some moment. */
export interface Movement {
  /** A number that differs once any statement has ended. */
  readonly progress: number;
  /** How many wait for a connection. */
  readonly waiting: number;
}

/**
 * Tells a database that is busy from one that stands still: where transactions that do nothing hold all connections. Both have
 * many waiting, but in the first something ends all the time.
 */
export class Standstill {
  #last: Movement | null = null;
  #since = 0;

  /** `patience` is in milliseconds. */
  constructor(private readonly patience = PATIENCE) {}

  /** Called at intervals; throws where nothing has moved at all since a call that long ago, and some have waited at each. */
  check(now: Movement): void {
    const stands = now.waiting > 0 && this.#last?.progress === now.progress;
    // Who began to wait after the last call may have found everything idle.
    if (!stands || this.#last?.waiting === 0) this.#since = performance.now();
    this.#last = now;
    const time = performance.now() - this.#since;
    if (time < this.patience) return;
    const seconds = (time / 1000).toFixed(0);
    const found = `no statement has ended for ${seconds} s while ${now.waiting} wait: all connections are held by transactions that do nothing`;
    throw new DatabaseOutage('busy', found);
  }
}
