import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceParts } from '../service/project.js';
import { Ended, runAttempt } from './attempt.js';
import { CronJobs } from './cron-jobs.js';
import type { AnyJob } from './define-job.js';
import type { ClaimedJob } from './claim-jobs.js';
import { type Queue, queueIn } from './queue.js';

export interface WorkerOptions {
  /** How many jobs run at once in this process. */
  readonly concurrency: number;
  /** Milliseconds of silence after which a worker loses its jobs. */
  readonly lease: number;
  /** Milliseconds for which jobs that succeeded or were cancelled are kept. */
  readonly keep: number;
  /** Milliseconds that running jobs have to end when the worker stops, or after their timeout. */
  readonly grace: number;
}

/** Milliseconds between two polls of the queue. */
const POLL_INTERVAL = 1000;
/** Milliseconds between two checks for changed data, where these are free. */
const CHECK_INTERVAL = 250;
const CLEANUP_INTERVAL = 3_600_000;
/** Longer timers fire immediately. */
const MAX_TIMER = 2 ** 31 - 1;

type Parts = Pick<ServiceParts, 'logger' | 'engine' | 'database'>;

/** Runs the jobs of a service until it is stopped. */
export class Worker {
  readonly #id = randomUUID();
  readonly #jobs: ReadonlyMap<string, AnyJob>;
  readonly #queue: Queue;
  readonly #cron: CronJobs;
  readonly #running = new Map<Promise<void>, AbortController>();
  #claims = 0;
  #cleaned = 0;
  #awake = new AbortController();
  #isStopping = false;
  #loop: Promise<void> | null = null;

  constructor(
    jobs: readonly AnyJob[],
    private readonly parts: Parts,
    private readonly options: WorkerOptions,
  ) {
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    this.#queue = queueIn(parts.database);
    this.#cron = new CronJobs(jobs, this.#queue);
  }

  async start(): Promise<void> {
    const { now } = await this.#queue.look([]);
    await this.#cron.start(now);
    this.#loop = this.#work();
  }

  /** Takes no more jobs, gives running ones time to end, and returns the others to the queue. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#awake.abort();
    await this.#loop;
    const ended = new AbortController();
    const late = sleep(this.options.grace, null, { signal: ended.signal }).then(
      () => this.#abandon(),
      () => undefined,
    );
    await Promise.all(this.#running.keys());
    ended.abort();
    await late;
  }

  /** Runs all due jobs, and the jobs that they queue, until none is left; for tests. */
  async drain(): Promise<void> {
    while ((await this.#take()) > 0 || this.#running.size > 0)
      if (this.#running.size > 0) await Promise.race(this.#running.keys());
  }

  #abandon(): void {
    for (const controller of this.#running.values())
      controller.abort(new Ended('stopping', 'The worker stops.'));
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#step();
      } catch (error) {
        // The database may be unavailable for a while.
        this.parts.logger.error({ err: error }, 'the job queue is unavailable');
      }
      await this.#pause();
    }
  }

  async #step(): Promise<void> {
    const { waiting, abandoned, now } = await this.#queue.look([...this.#jobs.keys()]);
    await this.#cron.tick(now);
    if (abandoned) {
      const count = await this.#queue.recover();
      if (count > 0) this.parts.logger.warn({ count }, 'recovered jobs of dead workers');
    }
    if (waiting || abandoned) await this.#take();
    if (Date.now() - this.#cleaned > CLEANUP_INTERVAL) {
      this.#cleaned = Date.now();
      await this.#queue.clean(this.options.keep);
    }
  }

  /** Starts as many jobs as there is room for; returns their number. */
  async #take(): Promise<number> {
    const { concurrency, lease } = this.options;
    const count = concurrency - this.#running.size;
    if (count <= 0) return 0;
    const jobs = [...this.#jobs.values()];
    const limited = jobs.flatMap(({ name, concurrency: most }): [string, number][] =>
      most === null ? [] : [[name, most]],
    );
    const claimed = await this.#queue.claim({
      names: jobs.map(({ name }) => name),
      limits: new Map(limited),
      claim: `${this.#id}:${++this.#claims}`,
      count,
      lease,
    });
    for (const one of claimed) this.#begin(one);
    return claimed.length;
  }

  #begin(claimed: ClaimedJob): void {
    const controller = new AbortController();
    const run = this.#run(claimed, controller)
      .catch((error: unknown) => {
        // Its lease expires, and it is run again.
        this.parts.logger.error(
          { err: error, job_id: claimed.id },
          'the outcome of a job could not be recorded',
        );
      })
      .finally(() => {
        this.#running.delete(run);
        this.#awake.abort();
      });
    this.#running.set(run, controller);
  }

  async #run(claimed: ClaimedJob, controller: AbortController): Promise<void> {
    const job = this.#jobs.get(claimed.name)!;
    const timeout = setTimeout(
      () => {
        const seconds = job.timeout / 1000;
        controller.abort(new Ended('timeout', `The job took longer than ${seconds} seconds.`));
      },
      Math.min(job.timeout, MAX_TIMER),
    );
    const heartbeat = setInterval(() => void this.#extend(claimed, controller), this.#beat);
    try {
      const { grace } = this.options;
      const outcome = await runAttempt(job, claimed, controller.signal, this.parts, grace);
      // The lease is renewed until the outcome is recorded.
      const isNoted = outcome !== null && (await this.#queue.end(claimed, outcome));
      const { id: job_id, name, attempt } = claimed;
      if (isNoted) return;
      const isCancelled = await this.#queue.leave(claimed);
      const message = isCancelled ? CANCELLED : TAKEN_OVER;
      this.parts.logger[isCancelled ? 'info' : 'warn']({ job: name, job_id, attempt }, message);
    } finally {
      clearTimeout(timeout);
      clearInterval(heartbeat);
      // Anything that the handler has left running is notified, too.
      controller.abort();
    }
  }

  get #beat(): number {
    return this.options.lease / 3;
  }

  async #extend(claimed: ClaimedJob, controller: AbortController): Promise<void> {
    try {
      const status = await this.#queue.extend(claimed, this.options.lease);
      if (status === 'running') return;
      controller.abort(new Ended('lost', status === 'cancelling' ? CANCELLED : TAKEN_OVER));
    } catch (error) {
      this.parts.logger.warn({ err: error, job_id: claimed.id }, 'the lease could not be renewed');
    }
  }

  /** Waits until there may be something to do. */
  async #pause(): Promise<void> {
    const { database } = this.parts;
    const { signal } = this.#awake;
    const seen = database.dataVersion()?.data;
    const until = performance.now() + POLL_INTERVAL;
    while (!signal.aborted && performance.now() < until) {
      const wait = seen === undefined ? POLL_INTERVAL : CHECK_INTERVAL;
      await sleep(wait, null, { signal }).catch(() => undefined);
      if (seen !== undefined && database.dataVersion()?.data !== seen) break;
    }
    if (signal.aborted && !this.#isStopping) this.#awake = new AbortController();
  }
}

const CANCELLED = 'the job was cancelled';
const TAKEN_OVER = 'another worker has taken the job over';
