import { setTimeout as sleep } from 'node:timers/promises';

/** Something to do once a transaction has been committed. */
export interface AfterCommitWork {
  /** The source of the work, for the log: `Task.afterCommit`. */
  readonly place: string;
  readonly run: () => unknown;
  /**
   * Runs synchronously with the commit, before its writer continues: for in-memory caches of what was changed. Such work must
   * not fail.
   */
  readonly atOnce?: boolean;
}

/** Work that waits for the commit of one transaction or savepoint. */
export class CommitQueue {
  readonly #works: AfterCommitWork[] = [];

  get works(): readonly AfterCommitWork[] {
    return this.#works;
  }

  add(work: AfterCommitWork): void {
    this.#works.push(work);
  }

  /** Takes over the work of a released savepoint. */
  join(inner: CommitQueue): void {
    this.#works.push(...inner.#works);
  }
}

/** Reports something that no caller waits for, but operators should know. */
export type Report = (text: string, error?: unknown) => void;

/** Runs the work of committed transactions, one by one per transaction, and tracks what is still running. */
export class AfterCommit {
  readonly #running = new Set<Promise<void>>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** Never throws; only `settled` waits for it. */
  start({ works }: CommitQueue): void {
    if (works.length === 0) return;
    for (const { atOnce, run } of works) if (atOnce) run();
    const later = works.filter(({ atOnce }) => !atOnce);
    if (later.length === 0) return;
    const running = this.#runAll(later).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when nothing is running any more, or after `timeout` milliseconds. */
  async settled(timeout: number): Promise<void> {
    const end = performance.now() + timeout;
    while (this.#running.size > 0) {
      const left = end - performance.now();
      if (left <= 0) return this.#report(`after-commit work was aborted after ${timeout / 1000} s`);
      await Promise.race([Promise.all(this.#running), sleep(left, undefined, { ref: false })]);
    }
  }

  async #runAll(works: readonly AfterCommitWork[]): Promise<void> {
    for (const { place, run } of works) {
      try {
        await run();
      } catch (error) {
        this.#report(`${place} failed; the write that it follows is committed`, error);
      }
    }
  }
}
