import type { NumericId } from '../fields/record-id.js';
import { runImport, type RunParts } from './run-import.js';

/** Milliseconds between two looks for imports that another process has left. */
const LOOK = 5000;
/** Milliseconds between two times that old imports are forgotten, and how many at a time. */
const FORGET = 3_600_000;
const BATCH = 20;

/** Runs the imports of this process, several at a time. */
export class Runner {
  readonly parts: RunParts;
  readonly #keep: number;
  readonly #byJobs: boolean;
  readonly #running = new Map<NumericId, Promise<unknown>>();
  readonly #stopping = new AbortController();
  #forgotAt = -Infinity;

  /** Imports are kept for `keep` milliseconds. Where jobs run them, none is looked for. */
  constructor(parts: RunParts, { keep, byJobs }: { keep: number; byJobs: boolean }) {
    this.parts = parts;
    this.#keep = keep;
    this.#byJobs = byJobs;
  }

  /** Starts an import that has been asked for; nobody waits for it. */
  begin(id: NumericId): void {
    if (this.#stopping.signal.aborted || this.#running.has(id)) return;
    const run = runImport(id, this.#stopping.signal, this.parts)
      .catch((error: unknown) =>
        this.parts.logger.warn({ err: error, import_id: id }, 'import interrupted; it goes on'),
      )
      .finally(() => this.#running.delete(id));
    this.#running.set(id, run);
  }

  /** Runs an import as a job: throws where another process has it, so that the job is tried again. */
  async work(id: NumericId, signal: AbortSignal): Promise<void> {
    const stopping = AbortSignal.any([signal, this.#stopping.signal]);
    const result = await runImport(id, stopping, this.parts);
    if (result === 'later') throw new Error('the import goes on later, or in another process');
  }

  /** Goes on with what was left, now and from time to time. Returns a function that stops that, and what is running. */
  async start(): Promise<() => Promise<void>> {
    await this.#look();
    const timer = setInterval(() => void this.#look(), LOOK).unref();
    return async () => {
      clearInterval(timer);
      await this.stop();
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }

  /** Waits for what is running. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async #look(): Promise<void> {
    const { database, imports, logger } = this.parts;
    try {
      if (!this.#byJobs) {
        const due = await database.read((session) => imports.due(session), { quick: true });
        for (const id of due) this.begin(id);
      }
      if (performance.now() - this.#forgotAt < FORGET) return;
      this.#forgotAt = performance.now();
      await this.forget();
    } catch (error) {
      logger.warn({ err: error }, 'imports were not looked for; the next try is soon');
    }
  }

  /** Forgets imports that ended long ago. */
  async forget(): Promise<void> {
    const { database, imports } = this.parts;
    const before = Date.now() - this.#keep;
    let found = BATCH;
    while (found === BATCH)
      found = await database.write((session) => imports.forget(session, before, BATCH));
  }
}
