import { AsyncLocalStorage } from 'node:async_hooks';
import type { FairLock, Holder } from '../fair-lock.js';

/** How many writes one commit takes at most, and for how many milliseconds others wait for it. */
const MOST = 50;
const LONGEST = 5;

/** Node's own, also where a test fakes the clock: nobody would hear of a commit there. */
const nextTurn = setImmediate;

/** What groups need of the connection that writes. Whoever calls it holds the lock. */
export interface Writing {
  readonly lock: FairLock;
  /** Opens a transaction, asked for at that moment. */
  begin(asked: number): Promise<void>;
  commit(): void;
  rollback(): void;
  /** Whether a transaction is open: some errors have rolled back all of it. */
  isOpen(): boolean;
  run(sql: string): void;
}

/** What has become of one write within its group. */
type Outcome<T = unknown> = { readonly value: T } | { readonly error: unknown };

/**
 * One write, until it hears what has become of it. Its work is done by whoever asked: called by another, it would run in the
 * name of that one's request (binding it costs a third of a write).
 */
class Part {
  /** Its turn has come: a transaction is open. Fails where none was to be had. */
  readonly entered: Promise<void>;
  enter!: () => void;
  refuse!: (error: unknown) => void;
  /** Its work is done. */
  readonly left: Promise<Outcome>;
  leave!: (outcome: Outcome) => void;
  /** Whether it is committed; or lost with its group, to be done again. Fails where nothing else would come of that. */
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
 * Group commit: the writes of one turn of the event loop are gathered, become parts of one transaction, and hear of theirs
 * when it is committed. A commit writes whole pages, and waits for the disk where it is to survive a power cut: once for all
 * of them; and nothing but their statements keeps other processes waiting. A part that fails takes back nothing but itself;
 * where the whole is lost, each is done again alone.
 */
export class GroupCommit {
  readonly #writing: Writing;
  readonly #gathered: Part[] = [];
  #isCalled = false;
  /** Turns that wait for the lock. */
  #waiting = 0;
  /** Writes that have not heard yet. */
  #open = 0;
  #isClosed = false;
  #drained = (): void => undefined;
  #current: Part | null = null;
  readonly #holder: Holder = { describe: () => this.#current?.holder.describe() ?? 'writes' };
  /** A commit is nobody's alone: it is not done in the name of whoever came first. */
  readonly #inNoName = AsyncLocalStorage.snapshot();

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** How many writes wait, besides those whose turn waits for the lock in its line. */
  get waiting(): number {
    return Math.max(0, this.#gathered.length - this.#waiting);
  }

  /** Runs `work` when its turn has come; `alone` does the same in a transaction of its own. */
  async write<T>(holder: Holder, work: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('the database is closed');
    this.#open += 1;
    try {
      const part = new Part(holder);
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

  /** Takes nothing more, and resolves when all that was taken has been told. */
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
    nextTurn(() => this.#inNoName(() => void this.#answer()));
  }

  /** Never throws: what fails is said to those who wait for it. */
  async #answer(): Promise<void> {
    this.#isCalled = false;
    const last = this.#gathered.at(-1);
    if (last === undefined) return;
    const asked = performance.now();
    try {
      await this.#inLine();
      try {
        await this.#transact(asked);
      } finally {
        this.#writing.lock.release();
      }
    } catch (error) {
      // There was no transaction to be had since then, for nobody who has waited as long.
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

  /** One transaction with what has been gathered by now, perhaps by several turns; without, if another took it along. */
  async #transact(asked: number): Promise<void> {
    if (this.#gathered.length === 0) return;
    this.#current = null;
    await this.#writing.begin(asked);
    const until = performance.now() + LONGEST;
    // Where the work of one takes long, those behind it wait in line for the lock, which ends in time.
    if (this.#gathered.length > 1) this.#call();
    const group: Part[] = [];
    while (this.#gathered.length > 0 && group.length < MOST && performance.now() < until) {
      const part = (this.#current = this.#gathered.shift()!);
      const outcome = await this.#enter(part, group.length === 0);
      if (outcome === null) return;
      group.push(part);
      if (!this.#writing.isOpen())
        return this.#lose(group, 'error' in outcome ? outcome.error : null);
    }
    this.#commit(group);
  }

  /** Has a part do its work. Null where the transaction has ended with it. */
  async #enter(part: Part, isFirst: boolean): Promise<Outcome | null> {
    // Nobody is in the transaction before the first: no savepoint has to keep anything.
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
    // What the part did can be neither kept nor taken back alone.
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

  #commit(group: readonly Part[]): void {
    try {
      this.#writing.commit();
    } catch (error) {
      return this.#lose(group, error);
    }
    for (const part of group) part.end(true);
  }

  /** `error` is why, where it is known; who was alone in the group has nothing else to hear. */
  #lose(group: readonly Part[], error: unknown): void {
    this.#rollback();
    if (group.length === 1 && error !== null) group[0]!.fail(error);
    else for (const part of group) part.end(false);
  }

  #rollback(): void {
    try {
      this.#writing.rollback();
    } catch {
      // Whoever begins next hears of it; those who wait for this group have its error.
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
