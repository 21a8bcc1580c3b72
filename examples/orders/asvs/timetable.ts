/** Runs checks, several at a time. Whoever waits for a later time goes on once all others are done, or wait themselves. */
export class Timetable {
  readonly #setAhead: (ms: number) => Promise<void>;
  readonly #ready: (() => void)[] = [];
  #waiting: { readonly at: number; readonly go: () => void }[] = [];
  #running = 0;
  /** Milliseconds by which the clock is ahead. */
  #ahead = 0;

  constructor(setAhead: (ms: number) => Promise<void>) {
    this.#setAhead = setAhead;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      this.#ready.push(go);
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Waits, inside of `run`, until the clock is so much later. */
  later(ms: number): Promise<void> {
    const later = new Promise<void>((go) => this.#waiting.push({ at: this.#ahead + ms, go }));
    this.#leave();
    return later;
  }

  #leave(): void {
    this.#running -= 1;
    this.#next();
  }

  #next(): void {
    while (this.#running < AT_ONCE && this.#ready.length > 0) {
      this.#running += 1;
      this.#ready.shift()!();
    }
    if (this.#running === 0 && this.#waiting.length > 0) void this.#goOn();
  }

  /** Sets the clock to the earliest time that somebody waits for. */
  async #goOn(): Promise<void> {
    const at = Math.min(...this.#waiting.map((one) => one.at));
    const due = this.#waiting.filter((one) => one.at === at);
    this.#waiting = this.#waiting.filter((one) => one.at !== at);
    this.#ahead = at;
    // A service that is gone fails what is asked of it next.
    await this.#setAhead(at).catch(() => undefined);
    this.#ready.push(...due.map(({ go }) => go));
    this.#next();
  }
}

/** More than processors, as checks wait for hashes of passwords, and for mails. */
const AT_ONCE = 4;
