import type { HttpError } from 'react-admin';
import { isTransient } from '../api/http';

export interface Asking {
  /** Milliseconds between an answer and the next question. */
  every: number;
  /** Whether the answer would be seen; it is asked each time. */
  isAttended: () => boolean;
  signal: AbortSignal;
}

/** A page keeps the service busy for at most a twentieth of the time, however slow a question is. */
const REST = 20;
/** Milliseconds that it waits at most for a service that fails. */
const LONGEST = 300_000;
const TOO_MANY_REQUESTS = 429;

/**
 * Asks again and again, until it is stopped, `ask` says that it knows enough, or the service refuses the question. A service that
 * fails is asked ever more rarely.
 */
export async function askOften(
  ask: () => Promise<boolean>,
  { every, isAttended, signal }: Asking,
): Promise<void> {
  let pause = every;
  for (;;) {
    await passed(pause, signal);
    if (signal.aborted) return;
    if (!isAttended()) continue;
    const begun = Date.now();
    try {
      if (!(await ask())) return;
      pause = Math.max(every, REST * (Date.now() - begun));
    } catch (error) {
      if (signal.aborted || !mayPass(error as HttpError)) return;
      pause = Math.max(every, Math.min(2 * pause, LONGEST));
    }
  }
}

const mayPass = (error: HttpError): boolean =>
  isTransient(error) || error.status === TOO_MANY_REQUESTS;

const passed = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
