import { NoResponse, type Send } from './message.js';

/** Failures in a row before a receiver is paused. */
const MAX_FAILURES = 3;
/** Milliseconds of the pause, doubled each further time; longer than the timeout, so that there is one attempt at a time. */
const FIRST_PAUSE = 30_000;
const MAX_PAUSE = 300_000;

/** How often in a row a receiver did not respond, and until when it is paused. */
interface Failures {
  readonly times: number;
  readonly until: number;
}

const NONE: Failures = { times: 0, until: 0 };

/**
 * A circuit breaker: pauses for receivers that did not respond several times in a row, except for one message now and then,
 * since waiting for them delays all others. A message that is not sent counts as failed, and is retried by its job.
 */
export function withCircuitBreaker(send: Send, now: () => number = () => performance.now()): Send {
  const failures = new Map<string, Failures>();
  const pauseFor = (url: string, times: number) => {
    const pause = Math.min(FIRST_PAUSE * 2 ** (times - MAX_FAILURES), MAX_PAUSE);
    failures.set(url, { times, until: now() + pause });
  };
  return async (message, signal) => {
    const { url } = message;
    const { times, until } = failures.get(url) ?? NONE;
    if (times >= MAX_FAILURES) {
      if (now() < until)
        throw new Error(
          `Not sent: the endpoint did not respond ${times} times in a row and is paused.`,
        );
      // This attempt tries on behalf of all.
      pauseFor(url, times);
    }
    try {
      const answer = await send(message, signal);
      failures.delete(url);
      return answer;
    } catch (error) {
      // Others may have ended meanwhile.
      if (error instanceof NoResponse) pauseFor(url, (failures.get(url) ?? NONE).times + 1);
      else if (!signal.aborted) failures.delete(url);
      throw error;
    }
  };
}
