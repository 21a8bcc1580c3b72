import type { FairLock, Holder } from '../fair-lock.js';

/** How many writes one commit takes at most, and for how many milliseconds. */
const MOST = 50;
const LONGEST = 5;

/** Node's own, also where a test fakes the clock: nobody would hear of a commit there. */
const nextTurn = setImmediate;

/** What groups need of the connection that writes. Whoever calls it holds the lock, or knows that nobody does. */
export interface Writing {
  readonly lock: FairLock;
  /** Opens a transaction, asked for at that moment. */
  begin(asked: number): Promise<void>;
  commit(): void;
  rollback(): void;
  /** Whether other processes write, too, who would have to wait. */
  hasCompany(): boolean;
  /** Whether a transaction is open: some errors have rolled back all of it. */
  isOpen(): boolean;
  run(sql: string): void;
}

/** Writes that are committed together. */
class Group {
  size = 0;
  began = 0;
  /** What has become of it: committed, or all of it lost. */
  readonly ended: Promise<boolean>;
  end!: (committed: boolean) => void;
  /** Why it is lost. */
  error: unknown = null;

  /** `isDue` says that nothing more is waited for: the turn of the event loop is over in which it began. */
  constructor(public isDue: boolean) {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }
}

/** What has become of one write within its group. */
type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Group commit: the writes of one turn of the event loop are parts of one transaction, and nobody hears of theirs before it is
 * committed. A commit writes whole pages, and waits for the disk where it is to survive a power cut: once for all of them.
 * A part that fails takes back nothing but itself; where the whole is lost, each is done again alone.
 */
export class GroupCommit {
  readonly #writing: Writing;
  #group: Group | null = null;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** Runs `work` when its turn has come; `alone` does the same in a transaction of its own. */
  async write<T>(holder: Holder, work: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    const [group, outcome] = await this.#writing.lock.run(holder, () => this.#add(work, asked));
    if (!(await group.ended)) {
      if (group.size === 1 && group.error !== null) throw group.error;
      return alone();
    }
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Commits what is open, for whoever has the lock and comes to do something else. Never throws. */
  settle(): void {
    const group = this.#group;
    if (!group) return;
    this.#group = null;
    try {
      this.#writing.commit();
      group.end(true);
    } catch (error) {
      this.#lose(group, error);
    }
  }

  /** The same for who has not got the lock: nothing happens while somebody is at work. */
  settleIdle(): void {
    if (this.#group && !this.#writing.lock.isHeld) this.settle();
  }

  async #add<T>(work: () => Promise<T>, asked: number): Promise<[Group, Outcome<T>]> {
    const group = this.#group ?? (await this.#begin(asked));
    const outcome = await (group.size === 0 ? this.#first(work) : this.#further(work));
    group.size += 1;
    if (!this.#writing.isOpen()) this.#lose(group, 'error' in outcome ? outcome.error : null);
    else if (isFull(group)) this.settle();
    return [group, outcome];
  }

  async #begin(asked: number): Promise<Group> {
    // Asked before: what this throws must not leave a transaction open.
    const group = new Group(this.#writing.hasCompany());
    await this.#writing.begin(asked);
    this.#group = group;
    group.began = performance.now();
    nextTurn(() => {
      group.isDue = true;
      if (this.#group === group) this.settleIdle();
    });
    return group;
  }

  /** Nobody is in the transaction yet: no savepoint has to keep anything. */
  async #first<T>(work: () => Promise<T>): Promise<Outcome<T>> {
    try {
      return { value: await work() };
    } catch (error) {
      this.#group = null;
      this.#writing.rollback();
      throw error;
    }
  }

  async #further<T>(work: () => Promise<T>): Promise<Outcome<T>> {
    const { run, isOpen } = this.#writing;
    try {
      run('SAVEPOINT part');
    } catch (error) {
      return { error };
    }
    try {
      const value = await work();
      run('RELEASE part');
      return { value };
    } catch (error) {
      if (isOpen()) {
        run('ROLLBACK TO part');
        run('RELEASE part');
      }
      return { error };
    }
  }

  #lose(group: Group, error: unknown): void {
    this.#group = null;
    group.error = error;
    try {
      this.#writing.rollback();
    } catch {
      // Whoever begins next hears of it; those who wait for this group have its error.
    }
    group.end(false);
  }
}

const isFull = ({ isDue, size, began }: Group): boolean =>
  isDue || size === MOST || performance.now() - began > LONGEST;
