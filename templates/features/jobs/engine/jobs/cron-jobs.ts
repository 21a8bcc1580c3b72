import type { AnyJob } from './define-job.js';
import { nextOccurrence } from './times.js';
import type { Queue } from './queue.js';

/**
 * Queues scheduled jobs, each one occurrence ahead, so that an occurrence missed while no worker ran is made up for. Every
 * process does so, and the database keeps one row per occurrence.
 */
export class CronJobs {
  readonly #next = new Map<string, Date>();
  readonly #jobs: readonly AnyJob[];

  constructor(
    jobs: readonly AnyJob[],
    private readonly queue: Queue,
  ) {
    this.#jobs = jobs.filter(({ cron }) => cron !== null);
  }

  /**
   * Adds the next occurrence of every schedule, and removes those that an older version of the service added for other
   * schedules. `now` is the database's time: by a clock that is ahead, a future occurrence would be removed.
   */
  async start(now: Date): Promise<void> {
    await this.tick(now);
    await this.queue.unschedule(this.#next);
  }

  /** Adds the occurrences that have become the next ones. */
  async tick(now: Date): Promise<void> {
    for (const { name, cron, attempts } of this.#jobs) {
      const known = this.#next.get(name);
      if (known && known > now) continue;
      const next = nextOccurrence(cron!, now);
      if (next === null) continue;
      const payload = JSON.stringify(cron!.payload ?? {});
      await this.queue.schedule({ name, payload, attempts }, next);
      this.#next.set(name, next);
    }
  }
}
