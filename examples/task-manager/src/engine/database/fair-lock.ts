/** Who holds a lock and since when, for the message to whoever waits too long. */
export interface Holder {
  describe(): string;
  /** Takes long by its nature, which is not reported. */
  readonly isSlow?: boolean;
}

/** Reports a holder that kept the lock for more than `longest` milliseconds. */
export interface LongHold {
  readonly longest: number;
  readonly report: (seconds: number, holder: Holder) => void;
}

interface Waiter {
  readonly holder: Holder;
  readonly enter: () => void;
}

/** Waiting for the lock took too long. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

/** A mutex that is granted in the order of the requests. */
export class FairLock {
  readonly #timeout: number;
  readonly #long: LongHold | null;
  #holder: Holder | null = null;
  #since = 0;
  #waiting: Waiter[] = [];

  /** `timeout` is in milliseconds. */
  constructor(timeout: number, long: LongHold | null = null) {
    this.#timeout = timeout;
    this.#long = long;
  }

  /** Resolves when the caller holds the lock, which must then call `release`. */
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

  /** Whether the lock is held. */
  get isHeld(): boolean {
    return this.#holder !== null;
  }

  /** How many wait for it. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Hands the lock to the next in line. */
  release(): void {
    const [holder, held] = [this.#holder, performance.now() - this.#since];
    this.#holder = null;
    const next = this.#waiting.shift();
    if (next) {
      this.#enter(next.holder);
      next.enter();
    }
    if (holder && this.#long && held > this.#long.longest && !holder.isSlow)
      this.#long.report(held / 1000, holder);
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
      `waited ${this.#timeout / 1000} s to write; for ${seconds.toFixed(1)} s the database has been locked by ${this.#holder?.describe()}`,
    );
  }
}
