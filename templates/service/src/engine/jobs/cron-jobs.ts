import type { AnyJob } from './define-job.js';
import { nextOccurrence } from './times.js';
import type { Queue } from './queue.js';

/**
 * Puts jobs that have a schedule into the queue, each a moment ahead, so that one whose moment passes while nobody works is run
 * afterwards. Every process does so, and the database keeps one row a moment.
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
   * Adds the next moment of every schedule, and takes away what an older version of the service has added for others. `now` is the
   * database's: by a clock that is ahead of it, a moment that is still to come would be one of those.
   */
  async start(now: Date): Promise<void> {
    await this.tick(now);
    await this.queue.unschedule(this.#next);
  }

  /** Adds the moments that have become the next ones. */
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
