import { AsyncLocalStorage } from 'node:async_hooks';
import type { FairLock, Holder } from '../fair-queue.js';

/** The maximum number of writes per commit, and the milliseconds that others wait for it. */
const MAX_WRITES = 50;
const MAX_DURATION = 5;

/** Node's own, even where a test fakes timers: otherwise no commit would ever be reported there. */
const nextTurn = setImmediate;

/** The operations of the writing connection that a group needs. Callers hold the lock. */
export interface Writing {
  readonly lock: FairLock;
  /** Opens a transaction that was requested at `asked`. */
  begin(askedAt: number): Promise<void>;
  commit(): void;
  rollback(): void;
  /** Whether a transaction is open: some errors roll it back completely. */
  isOpen(): boolean;
  run(sql: string): void;
}

/** The result of one write within its group. */
type Outcome<T = unknown> = { readonly value: T } | { readonly error: unknown };

/**
 * One write, until its result is known. The caller itself does its work: done elsewhere it would run in another request's
 * async context (binding it costs a third of a write).
 */
class PendingWrite {
  /** A transaction is open and it is this write's turn. Fails if none could be opened. */
  readonly entered: Promise<void>;
  enter!: () => void;
  refuse!: (error: unknown) => void;
  /** Its work is done. */
  readonly left: Promise<Outcome>;
  leave!: (outcome: Outcome) => void;
  /** Whether it is committed; false if it was lost with its group and must be retried. Fails where a retry would not help. */
  readonly ended: Promise<boolean>;
  end!: (committed: boolean) => void;
  fail!: (error: unknown) => void;

  constructor(readonly holder: Holder) {
    this.entered = new Promise((resolve, reject) => {
      this.enter = resolve;
      this.refuse = reject;
    });
    this.left = new Promise((resolve) => (this.leave = resolve));
    this.ended = new Promise((resolve, reject) => {
      this.end = resolve;
      this.fail = reject;
    });
  }
}

/**
 * Group commit: the writes of one turn of the event loop are collected into one transaction, and are reported once it is
 * committed. A commit writes whole pages, and waits for the disk where it must survive a power cut: this way once for all of
 * them; and other processes wait for their statements alone. A write that fails rolls back only itself; if the transaction is
 * lost, each is retried alone.
 */
export class GroupCommit {
  readonly #writing: Writing;
  readonly #gathered: PendingWrite[] = [];
  #isCalled = false;
  /** Turns that wait for the lock. */
  #waiting = 0;
  /** Writes without a result so far. */
  #open = 0;
  #isClosed = false;
  #drained = (): void => undefined;
  #current: PendingWrite | null = null;
  readonly #holder: Holder = { describe: () => this.#current?.holder.describe() ?? 'writes' };
  /** A commit belongs to no request: it does not run in the async context of the first writer. */
  readonly #outsideRequests = AsyncLocalStorage.snapshot();

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** How many writes wait, besides those whose turn waits in the lock's queue. */
  get waiting(): number {
    return Math.max(0, this.#gathered.length - this.#waiting);
  }

  /** Runs `work` when its turn comes; `alone` does the same in a transaction of its own. */
  async write<T>(holder: Holder, work: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('the database is closed');
    this.#open += 1;
    try {
      const part = new PendingWrite(holder);
      this.#gathered.push(part);
      this.#call();
      await part.entered;
      const outcome = await outcomeOf(work);
      part.leave(outcome);
      if (!(await part.ended)) return await alone();
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#drained();
    }
  }

  /** Accepts no more writes, and resolves when all accepted ones have their results. */
  close(): Promise<void> {
    this.#isClosed = true;
    return new Promise((resolve) => {
      this.#drained = resolve;
      if (this.#open === 0) resolve();
    });
  }

  #call(): void {
    if (this.#isCalled) return;
    this.#isCalled = true;
    nextTurn(() => this.#outsideRequests(() => void this.#answer()));
  }

  /** Never throws: failures are passed to those who wait. */
  async #answer(): Promise<void> {
    this.#isCalled = false;
    const last = this.#gathered.at(-1);
    if (last === undefined) return;
    const askedAt = performance.now();
    try {
      await this.#inLine();
      try {
        await this.#transact(askedAt);
      } finally {
        this.#writing.lock.release();
      }
    } catch (error) {
      // No transaction could be opened since then, for all who have waited at least as long.
      for (const part of this.#gathered.splice(0, this.#gathered.indexOf(last) + 1))
        part.refuse(error);
    }
    if (this.#gathered.length > 0) this.#call();
  }

  async #inLine(): Promise<void> {
    this.#waiting += 1;
    try {
      await this.#writing.lock.acquire(this.#holder);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** One transaction with all writes collected by now, perhaps over several turns; none if another one took them along. */
  async #transact(askedAt: number): Promise<void> {
    if (this.#gathered.length === 0) return;
    this.#current = null;
    await this.#writing.begin(askedAt);
    const until = performance.now() + MAX_DURATION;
    // When one write takes long, those behind it wait in the lock's queue, which has a timeout.
    if (this.#gathered.length > 1) this.#call();
    const group: PendingWrite[] = [];
    while (this.#gathered.length > 0 && group.length < MAX_WRITES && performance.now() < until) {
      const part = (this.#current = this.#gathered.shift()!);
      const outcome = await this.#enter(part, group.length === 0);
      if (outcome === null) return;
      group.push(part);
      if (!this.#writing.isOpen())
        return this.#lose(group, 'error' in outcome ? outcome.error : null);
    }
    this.#commit(group);
  }

  /** Lets a write do its work. Null where the transaction has ended with it. */
  async #enter(part: PendingWrite, isFirst: boolean): Promise<Outcome | null> {
    // The first write needs no savepoint: there is nothing to preserve.
    if (!isFirst) {
      const error = this.#failureOf('SAVEPOINT part');
      if (error !== null) {
        part.refuse(error);
        return { error };
      }
    }
    part.enter();
    const outcome = await part.left;
    if (!isFirst) this.#leaveSavepoint('error' in outcome);
    else if ('error' in outcome) {
      this.#rollback();
      part.fail(outcome.error);
      return null;
    }
    return outcome;
  }

  #leaveSavepoint(hasFailed: boolean): void {
    if (!this.#writing.isOpen()) return;
    const error =
      (hasFailed ? this.#failureOf('ROLLBACK TO part') : null) ?? this.#failureOf('RELEASE part');
    // The write can be neither kept nor rolled back alone.
    if (error !== null) this.#rollback();
  }

  #failureOf(sql: string): unknown {
    try {
      this.#writing.run(sql);
      return null;
    } catch (error) {
      return error;
    }
  }

  #commit(group: readonly PendingWrite[]): void {
    try {
      this.#writing.commit();
    } catch (error) {
      return this.#lose(group, error);
    }
    for (const part of group) part.end(true);
  }

  /** `error` is the cause, if known; a write that was alone in its group fails with it. */
  #lose(group: readonly PendingWrite[], error: unknown): void {
    this.#rollback();
    if (group.length === 1 && error !== null) group[0]!.fail(error);
    else for (const part of group) part.end(false);
  }

  #rollback(): void {
    try {
      this.#writing.rollback();
    } catch {
      // The next one to begin gets the error; those in this group have its cause.
    }
  }
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}
