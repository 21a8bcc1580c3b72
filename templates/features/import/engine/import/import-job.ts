import { z } from 'zod';
import type { NumericId } from '../fields/record-id.js';
import type { Runner } from './runner.js';

/** An import as a job in the queue of the feature `jobs`, where that is on. */
export const IMPORT_JOB = { name: 'import', attempts: 10, delay: 0 } as const;

/** Milliseconds. */
const HOUR = 3_600_000;

/** The job that runs imports: what feature `jobs` takes as one. */
export const importJob = (runner: () => Runner) => ({
  ...{ name: IMPORT_JOB.name, attempts: IMPORT_JOB.attempts, concurrency: null, cron: null },
  schema: z.object({ id: z.number() }),
  backoff: 10_000,
  timeout: 6 * HOUR,
  handler: ({ payload: { id }, signal }: { payload: { id: NumericId }; signal: AbortSignal }) =>
    runner().work(id, signal),
});
