/** Who holds a lock and since when, for the message of whoever waits too long. */
export interface Holder {
  describe(): string;
}

interface Waiter {
  readonly holder: Holder;
  readonly enter: () => void;
}

/** Waiting for the lock took too long. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

/** One at a time, in the order of asking. */
export class FairLock {
  readonly #timeout: number;
  #holder: Holder | null = null;
  #since = 0;
  #waiting: Waiter[] = [];

  /** `timeout` is in milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Resolves when the lock is the caller's; whoever gets it must call `release`. */
  async acquire(holder: Holder): Promise<void> {
    if (this.#holder === null) return this.#enter(holder);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(this.#timedOut());
      }, this.#timeout);
      const waiter: Waiter = {
        holder,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(waiter);
    });
  }

  /** Hands the lock to the next in line. */
  release(): void {
    this.#holder = null;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#enter(next.holder);
    next.enter();
  }

  async run<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
    await this.acquire(holder);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  #enter(holder: Holder): void {
    this.#holder = holder;
    this.#since = performance.now();
  }

  #timedOut(): LockTimeout {
    const seconds = (performance.now() - this.#since) / 1000;
    return new LockTimeout(
      `waited ${this.#timeout / 1000} s to write; for ${seconds.toFixed(1)} s the database has been held by ${this.#holder?.describe()}`,
    );
  }
}
