import { setTimeout as sleep } from 'node:timers/promises';
import { endingWith } from '../database/scoped-data-source.js';
import { safeMessage } from '../database/serialize-error.js';
import type { ServiceParts } from '../service/project.js';
import { type AnyJob, GiveUp } from './define-job.js';
import type { ClaimedJob } from './claim-jobs.js';
import type { Outcome } from './queue.js';

/** Why an attempt ends before its handler does. */
export class Ended extends Error {
  override readonly name = 'AbortError';

  constructor(
    readonly reason: 'timeout' | 'lost' | 'stopping',
    message: string,
  ) {
    super(message);
  }
}

const MAX_PAUSE = 6 * 3_600_000;
const MAX_ERROR_LENGTH = 2000;

/** The pause after an attempt: doubled each time, with random jitter of up to half of it, so that not all retry at once. */
export const pauseAfter = (attempt: number, backoff: number, random = Math.random()): number =>
  Math.round(Math.min(backoff * 2 ** (attempt - 1), MAX_PAUSE) * (1 - random / 2));

/**
 * Runs a handler once and returns its outcome; null where the job no longer belongs to this worker. It ends with `signal`,
 * even if the handler ignores it: its transactions are rolled back, and after a timeout or a cancellation it has `grace`
 * milliseconds to end, or else its retry would run beside it, and another job in its place.
 */
export async function runAttempt(
  job: AnyJob,
  claimed: ClaimedJob,
  signal: AbortSignal,
  { logger, engine, database }: Pick<ServiceParts, 'logger' | 'engine' | 'database'>,
  grace: number,
): Promise<Outcome | null> {
  const { id, name, attempt, maxAttempts } = claimed;
  const log = logger.child({ job: name, job_id: id });
  try {
    const payload: unknown = payloadOf(job, claimed);
    const over = new AbortController();
    const dataSource = endingWith(database.dataSource, over.signal);
    const origin = () => ({ user: null, door: `job ${name} ${id}` });
    const system = engine.systemIn({ ending: over.signal, origin });
    const context = { payload, id, attempt, signal, log, system, dataSource };
    await ending(Promise.resolve(job.handler(context)), signal, grace, over);
    return { kind: 'done' };
  } catch (error) {
    const ended = error instanceof Ended ? error.reason : null;
    if (ended === 'lost') return null;
    if (ended === 'stopping') return { kind: 'returned' };
    const message = safeMessage(error).slice(0, MAX_ERROR_LENGTH).replaceAll('\0', '\uFFFD');
    const text = message || 'The job failed without an error message.';
    const isLast = error instanceof GiveUp || attempt >= maxAttempts;
    log[isLast ? 'error' : 'warn']({ err: error, attempt }, isLast ? 'job failed' : 'job fails');
    if (isLast) return { kind: 'failed', error: text };
    return { kind: 'retry', error: text, delay: pauseAfter(attempt, job.backoff) };
  }
}

/** An invalid payload does not become valid by retrying. */
function payloadOf({ schema, name }: AnyJob, { payload }: ClaimedJob): unknown {
  const { data, error } = schema.safeParse(JSON.parse(payload));
  if (error) throw new GiveUp(`The payload is not valid for \`${name}\`: ${error.message}`);
  return data;
}

/** Waits for a handler; `over` ends its transactions where that takes too long, as they hold what the outcome needs. */
async function ending(
  handler: Promise<unknown>,
  signal: AbortSignal,
  grace: number,
  over: AbortController,
) {
  try {
    await Promise.race([handler, endOf(signal)]);
  } catch (error) {
    if (error instanceof Ended) over.abort(error);
    if (error instanceof Ended && error.reason !== 'stopping')
      await Promise.race([handler.catch(() => undefined), sleep(grace, null, { ref: false })]);
    throw error;
  }
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
