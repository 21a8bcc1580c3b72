import type { NumericId } from '../fields/record-id.js';

/** The user whose turn it is, by id; 0 or nothing for the service itself. */
export type TurnKey = NumericId | undefined;

/**
 * A waiting line that keys take turns in, so that whoever waits with many items delays only themselves. It has one limit, for
 * all keys together: one alone may fill the line, and gives way to others in it.
 */
export class FairQueue<Item> {
  readonly #limit: number;
  /** The line of each key, none of them empty, in the order of their turns. */
  #lines = new Map<TurnKey, Item[]>();
  #size = 0;

  /** `limit` is how many items may wait. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many items wait. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds an item to the line of its key; a new key has its turn after all others. Returns the item that has no place in a full
   * line, and has to be refused: the last one of the key that waits with most, or this one where none waits with more.
   */
  enqueue(key: TurnKey, item: Item): Item | undefined {
    const line = this.#lines.get(key);
    if (line) line.push(item);
    else this.#lines.set(key, [item]);
    this.#size += 1;
    return this.#size > this.#limit ? this.#takeLast(key) : undefined;
  }

  /** Takes out the last item of the key that waits with most; of this one rather than of an equal. */
  #takeLast(key: TurnKey): Item {
    let longest = this.#lines.get(key)!;
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
    const last = longest.at(-1)!;
    this.remove(last);
    return last;
  }

  /** Returns an item that was taken too early: it is the next one. */
  putBack(key: TurnKey, item: Item): void {
    const line = [item, ...(this.#lines.get(key) ?? [])];
    this.#lines.delete(key);
    this.#lines = new Map([[key, line], ...this.#lines]);
    this.#size += 1;
  }

  /** Takes the next item. Keys that may not go now are passed over, and keep their turn. */
  next(mayGo: (key: TurnKey, item: Item) => boolean = () => true): Item | undefined {
    for (const [key, line] of this.#lines) {
      if (!mayGo(key, line[0]!)) continue;
      const item = line.shift();
      this.#lines.delete(key);
      if (line.length > 0) this.#lines.set(key, line);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** Removes an item that no longer wants to wait; false where it does not wait. */
  remove(item: Item): boolean {
    for (const [key, line] of this.#lines) {
      const place = line.indexOf(item);
      if (place === -1) continue;
      line.splice(place, 1);
      if (line.length === 0) this.#lines.delete(key);
      this.#size -= 1;
      return true;
    }
    return false;
  }
}

/** The holder of a lock and the time since when, for the message to a caller that waits too long. */
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
