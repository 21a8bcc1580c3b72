import { coded, HttpProblem } from '../problem/problem.js';

/** How many password hashes may wait or run at a time, of the 64 that the whole service has room for. */
const PER_NAME = 4;
const PER_ADDRESS = 16;
const RETRY_AFTER = { 'retry-after': '2' };

/** Keeps one name, and one address, from taking up the queue of password hashes; in this process, as the queue itself. */
export class HashLimits {
  readonly #names = new Counter();
  readonly #addresses = new Counter();
  readonly #pairs = new Counter();

  /** Runs `work`, which hashes a password once: 429 where there are already too many of this name or address. */
  async run<T>(name: string, address: string, work: () => Promise<T>): Promise<T> {
    const pair = JSON.stringify([name, address]);
    // A name alone locks nobody out: an address without any of it in progress gets its turn.
    const isNameFull = this.#names.of(name) >= PER_NAME && this.#pairs.of(pair) > 0;
    if (isNameFull || this.#addresses.of(address) >= PER_ADDRESS) {
      const detail = 'Too many attempts at the same time: wait, then try again.';
      throw new HttpProblem(429, detail, [], RETRY_AFTER, coded('too-many-tries'));
    }
    const counted = [
      [this.#names, name],
      [this.#addresses, address],
      [this.#pairs, pair],
    ] as const;
    for (const [counter, key] of counted) counter.add(key, 1);
    try {
      return await work();
    } finally {
      for (const [counter, key] of counted) counter.add(key, -1);
    }
  }
}

/** Counts what is in progress; keys without any are forgotten. */
class Counter {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: number): void {
    const count = this.of(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
