import { NoAnswer, type Send } from './message.js';

/** How often in a row before it is left alone. */
const PATIENCE = 3;
/** Milliseconds that it is left alone, doubled each further time; longer than a message waits, so that one tries at a time. */
const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = 300_000;

/** How often in a row a receiver did not answer, and until when it is left alone. */
interface Silence {
  readonly times: number;
  readonly until: number;
}

const NONE: Silence = { times: 0, until: 0 };

/**
 * Leaves receivers alone that did not answer several times in a row, but for one message now and then: whatever waits for them
 * keeps others from being sent. A message that is not sent has failed like any other, and is tried again by its job.
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
        throw new Error(`Not sent: it did not answer ${times} times in a row, and is left alone.`);
      // This one tries for all.
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
