import { ClientGone } from '../../database/outage.js';
import { FairQueue, type TurnKey } from '../../database/fair-queue.js';
import type { Sink } from '../../model/records.js';
import { HttpProblem, coded } from '../../problem/problem.js';
import { shareOf } from '../../settings/settings.js';

/** Responses up to this many bytes neither wait nor count: slow readers of large ones do not delay them. */
export const FREE_BYTES = 262_144;

/** What all processes together have room for, in shares of one user. */
const SHARES = 4;
/** Milliseconds that a response waits for room, and how many may wait. */
const LONGEST_WAIT = 5000;
const MOST_WAITING = 256;
/** Seconds after which a client may ask again. */
const RETRY_AFTER = 2;

interface Waiter {
  readonly bytes: number;
  readonly enter: () => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * The memory of one process for large responses, from before they are built until they have been sent. Without it, clients
 * that ask for many large pages at once, or that read them slowly, would fill the memory with them.
 */
export class ByteBudget {
  readonly #share: number;
  readonly #room: number;
  readonly #held = new Map<TurnKey, number>();
  readonly #waiting = new FairQueue<Waiter>(MOST_WAITING);
  /** The first reservation of each response; see `Reservation.take`. */
  readonly #first = new WeakMap<Sink, Promise<void>>();
  #all = 0;

  /**
   * `share` is the number of bytes that one user may hold. The service has room for four: each of its processes for its part of
   * them, and at least for one.
   */
  constructor(share: number, room: number = Math.max(share, shareOf(share * SHARES))) {
    this.#share = share;
    this.#room = room;
  }

  /** How many bytes are held. */
  get held(): number {
    return this.#all;
  }

  /** A reservation of nothing yet, for what is read for a response. */
  reservation(response: Sink, userId: TurnKey, waits = true): Reservation {
    return new Reservation(this, response, userId, waits);
  }

  /**
   * Waits until there is room for `bytes`. Throws 503 where that takes too long or too many wait, and `ClientGone`. What a
   * response reads further is counted without waiting, as it might wait for itself.
   */
  async enter(bytes: number, response: Sink, userId: TurnKey): Promise<void> {
    const first = this.#first.get(response);
    if (first) {
      await first;
      return this.count(bytes, userId);
    }
    const entered = this.#enter(bytes, response, userId);
    this.#first.set(response, entered);
    return entered;
  }

  /** Enters at once: 503 where there is no room. */
  enterNow(bytes: number, userId: TurnKey): void {
    if (!this.#hasRoom(bytes, userId)) throw tooBusy();
    this.count(bytes, userId);
  }

  /** Adds to what a user holds, or takes off with a negative number. */
  count(bytes: number, userId: TurnKey): void {
    const held = (this.#held.get(userId) ?? 0) + bytes;
    this.#all += bytes;
    if (held > 0) this.#held.set(userId, held);
    else this.#held.delete(userId);
    if (bytes < 0) this.#letIn();
  }

  async #enter(bytes: number, response: Sink, userId: TurnKey): Promise<void> {
    if (this.#waiting.size === 0 && this.#hasRoom(bytes, userId)) return this.count(bytes, userId);
    await new Promise<void>((resolve, reject) => {
      const refuse = (reason: Error): void => {
        clearTimeout(timer);
        this.#waiting.remove(waiter);
        reject(reason);
        // Others may have waited behind this one alone.
        this.#letIn();
      };
      const timer = setTimeout(() => refuse(tooBusy()), LONGEST_WAIT);
      const enter = (): void => {
        clearTimeout(timer);
        this.count(bytes, userId);
        resolve();
      };
      const waiter: Waiter = { bytes, enter, refuse };
      this.#waiting.enqueue(userId, waiter)?.refuse(tooBusy());
      response.once('close', () => refuse(new ClientGone()));
      // There may be room behind others who wait for their own shares.
      this.#letIn();
    });
  }

  /** By turns. Who only lacks room in their own share is passed over; whoever comes first among the others is not overtaken. */
  #letIn(): void {
    let isFull = false;
    const mayGo = (userId: TurnKey, { bytes }: Waiter): boolean => {
      if (isFull || !this.#hasShare(bytes, userId)) return false;
      isFull = !this.#hasRoom(bytes, userId);
      return !isFull;
    };
    for (let next = this.#waiting.next(mayGo); next; next = this.#waiting.next(mayGo)) next.enter();
  }

  #hasRoom(bytes: number, userId: TurnKey): boolean {
    const all = this.#room;
    return this.#hasShare(bytes, userId) && (this.#all === 0 || this.#all + bytes <= all);
  }

  /** Whoever holds nothing may hold whatever a page can have. */
  #hasShare(bytes: number, userId: TurnKey): boolean {
    const held = this.#held.get(userId) ?? 0;
    return held === 0 || held + bytes <= this.#share;
  }
}

/** What one read for a response holds of the budget, until the response has been sent or its client has gone. */
export class Reservation {
  #bytes = 0;
  #isOver = false;

  constructor(
    private readonly budget: ByteBudget,
    private readonly response: Sink,
    private readonly userId: TurnKey,
    private readonly waits = true,
  ) {}

  /** Holds `bytes` more, once there is room; at once with `now`. Throws as `ByteBudget.enter` does. */
  async take(bytes: number, now = false): Promise<void> {
    if (bytes <= FREE_BYTES) return;
    if (this.response.closed) throw new ClientGone();
    if (!this.waits) this.budget.enterNow(bytes, this.userId);
    else if (now) this.budget.count(bytes, this.userId);
    else await this.budget.enter(bytes, this.response, this.userId);
    this.#hold(bytes);
    if (this.response.closed) throw new ClientGone();
  }

  /** The response turned out to have this many bytes. */
  settle(bytes: number): void {
    const held = bytes > FREE_BYTES ? bytes : 0;
    if (held === this.#bytes || this.#isOver) return;
    this.budget.count(held - this.#bytes, this.userId);
    this.#hold(held - this.#bytes);
  }

  /** Keeps in mind what has been counted, and gives it back at the end. */
  #hold(bytes: number): void {
    const isFirst = this.#bytes === 0;
    this.#bytes += bytes;
    if (this.response.closed) this.#release();
    else if (isFirst) this.response.once('close', () => this.#release());
  }

  #release(): void {
    this.#isOver = true;
    const bytes = this.#bytes;
    this.#bytes = 0;
    if (bytes !== 0) this.budget.count(-bytes, this.userId);
  }
}

const tooBusy = (): HttpProblem =>
  new HttpProblem(
    503,
    'Too many large pages are being sent; try again, or ask for fewer records.',
    [],
    { 'retry-after': String(RETRY_AFTER) },
    coded('busy'),
  );
