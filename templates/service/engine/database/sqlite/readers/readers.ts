import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Sqlite from 'better-sqlite3';
import { ClientGone, DatabaseOutage } from '../../outage.js';
import type { PoolStats } from '../../database.js';
import { FairQueue, type TurnKey } from '../../fair-queue.js';

/** A select, and whether its rows are returned as arrays or as objects. */
export interface ReadRequest {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly form: 'rows' | 'objects';
}

/** A reader's reply: its rows, or the reason for having none. */
export interface ReadReply {
  readonly kind: 'answer';
  readonly rows?: unknown[];
  readonly failure?: { readonly message: string; readonly code: string | undefined };
}

export interface ReaderLimits {
  /** The maximum number of concurrent reads, at least two: one user gets all but one. */
  readonly readers: number;
  /** Seconds from request to reply; 0 for no limit. */
  readonly time: number;
  /** How many may wait for a reader; further ones are refused, first those of whoever waits with most. */
  readonly waiting?: number;
}

interface Job {
  readonly request: ReadRequest;
  readonly userId: TurnKey;
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/** One for a user's reads, and one for those of others meanwhile. */
const MIN_READERS = 2;
const MAX_WAITING = 32;

/**
 * Processes for reads that would block the event loop. Not threads: a running SQLite statement can only be stopped by ending
 * its process, a thread has to be asked from within the statement, and cannot be given a lower priority.
 */
export class Readers {
  readonly #idle: ChildProcess[] = [];
  readonly #running = new Map<ChildProcess, Job>();
  readonly #ending = new Set<ChildProcess>();
  readonly #waiting: FairQueue<Job>;
  readonly #size: number;

  constructor(
    private readonly path: string,
    private readonly limits: ReaderLimits,
  ) {
    this.#size = Math.max(MIN_READERS, limits.readers);
    this.#waiting = new FairQueue(limits.waiting ?? MAX_WAITING);
  }

  stats(): PoolStats {
    const { size: busy } = this.#running;
    return { name: 'readers', size: this.#size, busy, waiting: this.#waiting.size };
  }

  /**
   * The rows of a select on committed data. Throws the driver's error, an outage (`busy`) where no reader is free, the time
   * is up or the reader ends, and a problem when `signal` is aborted, which ends the read. Users take turns; reads without one
   * are the service's own.
   */
  async ask(request: ReadRequest, signal?: AbortSignal, userId?: TurnKey): Promise<unknown[]> {
    const { time } = this.limits;
    if (signal?.aborted) throw new ClientGone();
    const { job, answer } = this.#enqueue(request, userId);
    const onTimeout = (): void =>
      this.#giveUp(job, new DatabaseOutage('busy', `a read took longer than ${time} s`));
    const left = (): void => this.#giveUp(job, new ClientGone());
    const timer = time > 0 ? setTimeout(onTimeout, Math.min(time * 1000, 2 ** 31 - 1)) : undefined;
    signal?.addEventListener('abort', left, { once: true });
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', left);
    }
  }

  /** Ends the readers, aborting their reads. */
  async close(): Promise<void> {
    const closed = new DatabaseOutage('unavailable', 'the database is closed');
    for (let job = this.#waiting.next(); job; job = this.#waiting.next()) job.reject(closed);
    for (const [reader, { reject }] of this.#running) {
      this.#end(reader);
      reject(closed);
    }
    for (const reader of this.#idle.splice(0)) this.#end(reader);
    await Promise.allSettled([...this.#ending].map((reader) => once(reader, 'exit')));
  }

  #enqueue(
    request: ReadRequest,
    userId: TurnKey,
  ): { readonly job: Job; readonly answer: Promise<unknown[]> } {
    let job!: Job;
    const answer = new Promise<unknown[]>((resolve, reject) => {
      job = { request, userId, resolve, reject };
    });
    this.#waiting.enqueue(userId, job)?.reject(this.#full());
    this.#next();
    return { job, answer };
  }

  #full(): DatabaseOutage {
    const { waiting = MAX_WAITING } = this.limits;
    return new DatabaseOutage('busy', `${waiting} reads are already waiting for a reader`);
  }

  #giveUp(job: Job, reason: Error): void {
    this.#waiting.remove(job);
    for (const [reader, other] of this.#running) if (other === job) this.#end(reader);
    job.reject(reason);
    this.#next();
  }

  #next(): void {
    while (this.#running.size < this.#size) {
      const job = this.#waiting.next((userId) => this.#mayRead(userId));
      if (job === undefined) return;
      const idle = this.#idle.pop();
      try {
        this.#give(job, idle ?? this.#start(), idle !== undefined);
      } catch (error) {
        job.reject(error);
      }
    }
  }

  /** One user's long reads leave a reader to the others, who would otherwise wait until the time is up. */
  #mayRead(userId: TurnKey): boolean {
    if (!userId) return true;
    const running = [...this.#running.values()].filter((job) => job.userId === userId);
    return running.length < this.#size - 1;
  }

  #give(job: Job, reader: ChildProcess, wasIdle: boolean): void {
    this.#running.set(reader, job);
    reader.ref();
    reader.channel?.ref();
    try {
      reader.send(job.request, (error) => {
        if (!error || this.#running.get(reader) !== job) return;
        if (!wasIdle) return this.#lose(reader, error);
        // It had ended meanwhile, and nothing had started.
        this.#running.delete(reader);
        this.#waiting.putBack(job.userId, job);
        this.#next();
      });
    } catch (error) {
      // A value that cannot be sent to a process, nor to a database.
      this.#release(reader);
      throw error;
    }
  }

  #start(): ChildProcess {
    const reader = startReader(this.path);
    reader.on('message', (answer: ReadReply) => {
      // The TypeScript loader sends messages of its own.
      if (answer.kind === 'answer') this.#finish(reader, answer);
    });
    reader.on('error', (error) => this.#lose(reader, error));
    reader.once('exit', () => this.#lose(reader));
    return reader;
  }

  #finish(reader: ChildProcess, { rows, failure }: ReadReply): void {
    // A reader that is being ended may just have finished.
    if (!this.#running.has(reader)) return;
    const { resolve, reject } = this.#release(reader);
    if (rows) resolve(rows);
    else reject(errorOf(failure!));
    this.#next();
  }

  /** Takes the job from a reader, which is then free. */
  #release(reader: ChildProcess): Job {
    const job = this.#running.get(reader)!;
    this.#running.delete(reader);
    reader.unref();
    reader.channel?.unref();
    this.#idle.push(reader);
    return job;
  }

  /** A reader has ended, or could not be started. */
  #lose(reader: ChildProcess, cause?: Error): void {
    this.#ending.delete(reader);
    const place = this.#idle.indexOf(reader);
    if (place !== -1) this.#idle.splice(place, 1);
    const job = this.#running.get(reader);
    if (!job) return;
    this.#running.delete(reader);
    const { exitCode, signalCode } = reader;
    const reason = cause?.message ?? `by ${signalCode ?? exitCode}`;
    job.reject(new DatabaseOutage('busy', `a reader ended during a read: ${reason}`, cause));
    this.#next();
  }

  #end(reader: ChildProcess): void {
    this.#running.delete(reader);
    this.#ending.add(reader);
    reader.kill('SIGKILL');
  }
}

/** Starts a reader from `dist`, or from TypeScript if the service itself runs from TypeScript. */
function startReader(path: string): ChildProcess {
  const file = fileURLToPath(import.meta.url).replace(/readers(\.[jt]s)$/, 'reader-process$1');
  const loader = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const reader = fork(file, [path], {
    execArgv: file.endsWith('.ts') ? ['--import', loader()] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Readers get a lower priority than the process that serves requests.
  if (reader.pid !== undefined) setPriority(reader.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return reader;
}

function errorOf({ message, code }: NonNullable<ReadReply['failure']>): Error {
  return code === undefined ? new Error(message) : new Sqlite.SqliteError(message, code);
}
