import type { Database } from '../database/database.js';
import { FairQueue, type TurnKey } from '../database/fair-queue.js';
import { DatabaseOutage } from '../database/outage.js';
import { unlessGone, type Turns } from '../database/postgres/long-reads.js';
import { PostgresDatabase } from '../database/postgres/postgres-database.js';

/** A database whose long reads wait for their turns. */
export function takeTurns(database: Database): Database {
  if (!(database instanceof PostgresDatabase))
    throw new Error('turns are taken on the database as it was opened');
  database.takeTurns(
    ({ max, connectionTimeoutMillis = 0 }) => new FairTurns(max, connectionTimeoutMillis),
  );
  return database;
}

/** More statements than these do not wait. Most long reads are fast, and no connection is waited for longer than the limit. */
const MAX_WAITING = 1000;

/** How many statements may run. */
interface Limits {
  readonly running: number;
  readonly runningOfUser: number;
}

/** Connections are kept free for sign-ins, reads by key and writes; no single user fills the rest. */
const limitsOf = (poolSize: number): Limits => ({
  running: Math.max(1, poolSize - Math.ceil(poolSize / 4)),
  runningOfUser: Math.max(1, Math.floor(poolSize / 3)),
});

interface Waiter {
  hasEntered: boolean;
  readonly enter: () => void;
  readonly refuse: (reason: Error) => void;
}

/** The turns of one server: long reads share a part of its pool, and users take turns. */
class FairTurns implements Turns {
  readonly #limits: Limits;
  readonly #running = new Map<TurnKey, number>();
  readonly #waiting = new FairQueue<Waiter>(MAX_WAITING);
  #count = 0;

  /** `time` is how many milliseconds one waits at most; 0 for no limit. */
  constructor(
    poolSize: number,
    private readonly time: number,
  ) {
    this.#limits = limitsOf(poolSize);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async take(userId: TurnKey, signal: AbortSignal | undefined): Promise<void> {
    if (this.#mayGo(userId)) this.#enter(userId);
    else await this.#wait(userId, signal);
  }

  leave(userId: TurnKey): void {
    this.#count -= 1;
    const left = this.#running.get(userId)! - 1;
    if (left > 0) this.#running.set(userId, left);
    else this.#running.delete(userId);
    this.#waiting.next(this.#mayGo)?.enter();
  }

  readonly #mayGo = (userId: TurnKey): boolean => {
    const { running, runningOfUser } = this.#limits;
    if (this.#count >= running) return false;
    return !userId || (this.#running.get(userId) ?? 0) < runningOfUser;
  };

  #enter(userId: TurnKey): void {
    this.#count += 1;
    this.#running.set(userId, (this.#running.get(userId) ?? 0) + 1);
  }

  async #wait(userId: TurnKey, signal: AbortSignal | undefined): Promise<void> {
    let waiter!: Waiter;
    let timer: NodeJS.Timeout | undefined;
    const turn = new Promise<void>((resolve, reject) => {
      const late = (): void => reject(busy('no connection for long reads became free in time'));
      timer = this.time > 0 ? setTimeout(late, this.time) : undefined;
      const enter = (): void => {
        waiter.hasEntered = true;
        resolve(this.#enter(userId));
      };
      waiter = { hasEntered: false, enter, refuse: reject };
    });
    const refused = this.#waiting.enqueue(userId, waiter);
    refused?.refuse(busy(`${MAX_WAITING} reads are already waiting for a connection`));
    try {
      await unlessGone(turn, signal);
    } catch (error) {
      this.#waiting.remove(waiter);
      // It may have got its turn at this very moment.
      if (waiter.hasEntered) this.leave(userId);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

const busy = (why: string): DatabaseOutage => new DatabaseOutage('busy', why);
