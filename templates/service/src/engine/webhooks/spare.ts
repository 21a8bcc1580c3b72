import { NoAnswer, type Send } from './message.js';

/** Failures in a row before a receiver is paused. */
const PATIENCE = 3;
/** Milliseconds of the pause, doubled each further time; longer than the timeout, so that there is one attempt at a time. */
const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = 300_000;

/** How often in a row a receiver did not respond, and until when it is paused. */
interface Silence {
  readonly times: number;
  readonly until: number;
}

const NONE: Silence = { times: 0, until: 0 };

/**
 * A circuit breaker: pauses for receivers that did not respond several times in a row, except for one message now and then,
 * since waiting for them delays all others. A message that is not sent counts as failed, and is retried by its job.
 */
export function sparing(send: Send, now: () => number = () => performance.now()): Send {
  const silences = new Map<string, Silence>();
  const leave = (url: string, times: number) => {
    const pause = Math.min(FIRST_PAUSE * 2 ** (times - PATIENCE), LONGEST_PAUSE);
    silences.set(url, { times, until: now() + pause });
  };
  return async (message, signal) => {
    const { url } = message;
    const { times, until } = silences.get(url) ?? NONE;
    if (times >= PATIENCE) {
      if (now() < until)
        throw new Error(`Not sent: it did not respond ${times} times in a row, and is paused.`);
      // This one tries on behalf of all.
      leave(url, times);
    }
    try {
      const answer = await send(message, signal);
      silences.delete(url);
      return answer;
    } catch (error) {
      // Others may have ended meanwhile.
      if (error instanceof NoAnswer) leave(url, (silences.get(url) ?? NONE).times + 1);
      else if (!signal.aborted) silences.delete(url);
      throw error;
    }
  };
}
