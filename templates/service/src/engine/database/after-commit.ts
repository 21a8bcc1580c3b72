import { setTimeout as sleep } from 'node:timers/promises';

/** Something to do once a transaction has been committed. */
export interface AfterCommitWork {
  /** Where it comes from, for the log: `Task.afterCommit`. */
  readonly place: string;
  readonly run: () => unknown;
  /**
   * In the moment of the commit, before its writer goes on: for what the process keeps in memory of what was changed.
   * Such work is synchronous and cannot fail.
   */
  readonly atOnce?: boolean;
}

/** What waits for the commit of one transaction or savepoint. */
export class CommitQueue {
  readonly #works: AfterCommitWork[] = [];

  get works(): readonly AfterCommitWork[] {
    return this.#works;
  }

  add(work: AfterCommitWork): void {
    this.#works.push(work);
  }

  /** Takes over what a released savepoint has left. */
  join(inner: CommitQueue): void {
    this.#works.push(...inner.#works);
  }
}

/** Tells of something that nobody waits for and somebody should know. */
export type Report = (text: string, error?: unknown) => void;

/** Does the work of committed transactions, each transaction's one by one, and remembers what still runs. */
export class AfterCommit {
  readonly #running = new Set<Promise<void>>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** Never throws, and is not waited for but by `settled`. */
  start({ works }: CommitQueue): void {
    if (works.length === 0) return;
    for (const { atOnce, run } of works) if (atOnce) run();
    const later = works.filter(({ atOnce }) => !atOnce);
    if (later.length === 0) return;
    const running = this.#runAll(later).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when nothing runs any more, or after `timeout` milliseconds. */
  async settled(timeout: number): Promise<void> {
    const end = performance.now() + timeout;
    while (this.#running.size > 0) {
      const left = end - performance.now();
      if (left <= 0) return this.#report(`after-commit work was cut off after ${timeout / 1000} s`);
      await Promise.race([Promise.all(this.#running), sleep(left, undefined, { ref: false })]);
    }
  }

  async #runAll(works: readonly AfterCommitWork[]): Promise<void> {
    for (const { place, run } of works) {
      try {
        await run();
      } catch (error) {
        this.#report(`${place} failed; what it follows is committed`, error);
      }
    }
  }
}
