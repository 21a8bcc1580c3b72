import type { SendHandle, Serializable } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createLogger } from '../http/request-log.js';
import { StartRefused, WORKER, type Settings } from '../settings/settings.js';
import type { Stop } from './project.js';

/** Milliseconds that a worker must serve for its death not to count as immediate. */
const MIN_UPTIME = 10_000;
/** Milliseconds before a worker that died immediately is replaced; doubled each time. */
const INITIAL_BACKOFF = 100;
const MAX_BACKOFF = 30_000;
/** The number of immediate deaths in a row that stop a service without any serving worker. */
const MAX_ATTEMPTS = 6;

/**
 * Serves with so many processes, and replaces those that die; returns a function that stops them. The first one starts alone: it
 * migrates, and what refuses the start is reported once; then the process ends. Throws `StartRefused` where the settings only
 * allow one process.
 */
export async function startWorkers(settings: Settings, count: number): Promise<Stop> {
  if (settings.databaseUrl === 'sqlite::memory:')
    throw new StartRefused([
      'WORKERS: an in-memory database belongs to a single process: use `WORKERS=1`, or a file',
    ]);
  const workers = new Workers(settings, count);
  await workers.start();
  return () => workers.stop();
}

class Workers {
  readonly #settings: Settings;
  readonly #count: number;
  readonly #logger;
  readonly #running = new Set<Worker>();
  /** The time at which each worker began to serve. */
  readonly #serving = new Map<Worker, number>();
  #hasServed = false;
  #isStopping = false;
  #hasFailed = false;

  constructor(settings: Settings, count: number) {
    this.#settings = settings;
    this.#count = count;
    this.#logger = createLogger(settings.logLevel);
  }

  async start(): Promise<void> {
    await once(this.#fork(1), 'listening');
    for (let number = 2; number <= this.#count; number += 1) this.#fork(number);
  }

  /** Stops all workers in order, and resolves when they have ended; throws where one failed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const ended = [...this.#running].map((worker) => once(worker, 'exit'));
    for (const { process } of this.#running) process.kill('SIGTERM');
    await Promise.all(ended);
    if (this.#hasFailed) throw new Error('a worker did not shut down cleanly');
  }

  /** `early` counts immediate deaths of its predecessors in a row. */
  #fork(number: number, immediateDeaths = 0): Worker {
    const { authSecret, production } = this.#settings;
    // A random secret for this run is shared by all; production refuses to start with one.
    const secret = production ? {} : { AUTH_SECRET: authSecret };
    const worker = cluster.fork({ [WORKER]: `${number}/${this.#count}`, ...secret });
    this.#running.add(worker);
    closeUntaken(worker);
    worker.once('listening', () => {
      this.#hasServed = true;
      this.#serving.set(worker, performance.now());
    });
    worker.once('exit', (code, signal) => {
      const since = this.#serving.get(worker) ?? performance.now();
      this.#running.delete(worker);
      this.#serving.delete(worker);
      // A worker that cannot handle signals yet is ended by one.
      if (this.#isStopping) this.#hasFailed ||= code !== 0 && signal !== 'SIGTERM';
      else
        this.#replace(
          number,
          performance.now() - since < MIN_UPTIME ? immediateDeaths + 1 : 0,
          signal ?? code,
        );
    });
    return worker;
  }

  #replace(number: number, immediateDeaths: number, end: string | number): void {
    if (this.#serving.size === 0 && immediateDeaths >= (this.#hasServed ? MAX_ATTEMPTS : 1)) {
      this.#logger.fatal({ worker: number, end }, 'no worker is running, and none can start');
      process.exit(1);
    }
    const pause =
      immediateDeaths === 0
        ? 0
        : Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** (immediateDeaths - 1));
    this.#logger.error({ worker: number, end, pause }, 'a worker has died and is being replaced');
    setTimeout(() => {
      if (!this.#isStopping) this.#fork(number, immediateDeaths);
    }, pause);
  }
}

/**
 * Closes a connection that was handed to a worker and not taken before it died. There is at most one; Node.js forgets it, and
 * its client would wait forever.
 */
function closeUntaken({ process }: Worker): void {
  const send = process.send.bind(process);
  let connections: { close?(): void } | undefined;
  const sending = (message: Serializable, handle?: SendHandle): boolean => {
    connections = (handle as typeof connections) ?? connections;
    return send(message, handle);
  };
  Object.assign(process, { send: sending });
  // A worker that ends in order has returned it.
  process.once('exit', (code) => {
    if (code !== 0) connections?.close?.();
  });
}
