import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { KeptWrites } from './kept-writes.js';

/** Milliseconds from one time to the next. */
const PAUSE = 3_600_000;

/** Rows per statement, so that nobody is blocked for long. */
const BATCH = 500;

/** Forgets old writes at the first call, and at calls an hour or more after that; nobody waits for it. */
export function forgetNowAndThen(database: Database, kept: KeptWrites, logger: Logger): () => void {
  let last = -Infinity;
  return () => {
    if (performance.now() - last < PAUSE) return;
    last = performance.now();
    forgetAll(database, kept).catch((error: unknown) =>
      logger.warn(
        { err: error },
        'old idempotency keys were not deleted; the next try is in an hour',
      ),
    );
  };
}

async function forgetAll(database: Database, kept: KeptWrites): Promise<void> {
  let found = BATCH;
  while (found === BATCH)
    found = await database.write((session) => kept.forget(session, BATCH), { shared: false });
}
