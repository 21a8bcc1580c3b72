import { Worker } from 'node:worker_threads';

interface Job {
  readonly task: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads that each run one task at a time; started on demand. */
export class ThreadPool {
  private readonly idle: Worker[] = [];
  private readonly running = new Map<Worker, Job>();
  private readonly waiting: Job[] = [];

  constructor(
    /** JavaScript source of a module that answers each message with one of its own. */
    private readonly code: string,
    private readonly threads: number,
  ) {}

  /** How many tasks wait for a thread. */
  get queued(): number {
    return this.waiting.length;
  }

  run<Result>(task: unknown): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, resolve: resolve as Job['resolve'], reject });
      this.next();
    });
  }

  async close(): Promise<void> {
    const workers = [...this.idle.splice(0), ...this.running.keys()];
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  private next(): void {
    while (this.waiting.length > 0 && this.running.size < this.threads) {
      const worker = this.idle.pop() ?? this.start();
      const job = this.waiting.shift()!;
      this.running.set(worker, job);
      worker.ref();
      worker.postMessage(job.task);
    }
  }

  private start(): Worker {
    const url = new URL(`data:text/javascript,${encodeURIComponent(this.code)}`);
    const worker = new Worker(url, { execArgv: [] });
    worker.on('message', (result: unknown) => {
      this.finish(worker)?.resolve(result);
      worker.unref();
      this.idle.push(worker);
      this.next();
    });
    worker.on('error', (error) => {
      this.finish(worker)?.reject(error);
      this.next();
    });
    worker.on('exit', () => {
      const at = this.idle.indexOf(worker);
      if (at !== -1) this.idle.splice(at, 1);
      this.finish(worker)?.reject(new Error('the thread ended'));
    });
    return worker;
  }

  private finish(worker: Worker): Job | undefined {
    const job = this.running.get(worker);
    this.running.delete(worker);
    return job;
  }
}
