import { ClientGone } from '../database/outage.js';

/** One of several questions; its reads end with the signal. */
export type Question<T> = (signal: AbortSignal) => Promise<T>;

/**
 * The answers to questions that have a time together, in seconds (0: any), one after the other; null for one that there was no
 * time for. In the first half of it each has an equal share, so that none is kept from an answer by those before it; then those
 * that need longer are asked again, each for half of what is left, and the last one for all of it.
 */
export async function answerInTime<T>(
  questions: readonly Question<T>[],
  seconds: number,
  gone: AbortSignal,
): Promise<readonly (T | null)[]> {
  const all = seconds > 0 ? seconds * 1000 : Infinity;
  const end = performance.now() + all;
  const answers = questions.map((): T | null => null);
  const answer = async (at: number, time: number): Promise<boolean> => {
    const found = await answerWithin(questions[at]!, time, gone);
    if (found) answers[at] = found.answer;
    return found !== null;
  };
  const late: number[] = [];
  for (const at of questions.keys())
    if (!(await answer(at, all / (2 * questions.length)))) late.push(at);
  for (const at of late) await answer(at, (end - performance.now()) / (at === late.at(-1) ? 1 : 2));
  return answers;
}

/** The longest that a timer waits, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** The answer, or null where it does not come in so many milliseconds. */
async function answerWithin<T>(
  question: Question<T>,
  time: number,
  gone: AbortSignal,
): Promise<{ readonly answer: T } | null> {
  if (time < 1) return null;
  const reading = new AbortController();
  const end = (): void => reading.abort();
  const timer = setTimeout(end, Math.min(time, LONGEST));
  gone.addEventListener('abort', end, { once: true });
  if (gone.aborted) end();
  try {
    return { answer: await question(reading.signal) };
  } catch (error) {
    // To the read, a time that is over is a client that has gone.
    const isLate = error instanceof ClientGone && reading.signal.aborted && !gone.aborted;
    if (isLate) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', end);
  }
}
