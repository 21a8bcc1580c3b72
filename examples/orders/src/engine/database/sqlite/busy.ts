import { setTimeout as sleep } from 'node:timers/promises';
import { driverErrorOf } from '../outage.js';

/** Milliseconds between two attempts while another process writes, which takes less than one for writes of requests. */
const RETRY_INTERVAL = 1;

/** Repeats `statement` while another process holds the file, until `deadline` (of `performance.now()`). */
export async function whileFree<T>(deadline: number, statement: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(RETRY_INTERVAL);
    }
  }
}

/** Whether another connection holds the file; also where TypeORM has wrapped the error. */
export function isBusy(error: unknown): boolean {
  const code = (driverErrorOf(error) as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}
