export interface Asking {
  /** Milliseconds between an answer and the next question. */
  every: number;
  /** Whether the answer would be seen; it is asked each time. */
  isAttended: () => boolean;
  /** Whether a question that failed may be answered later. */
  mayPass: (error: unknown) => boolean;
  signal: AbortSignal;
}

/** A page keeps the service busy for at most a hundredth of the time, however slow a question is. */
const REST = 100;
/** Milliseconds that it waits at most for a service that fails. */
const LONGEST = 300_000;

/**
 * Asks again and again, until it is stopped, `ask` says that it knows enough, or the service refuses the question. A service that
 * fails is asked ever more rarely.
 */
export async function askOften(
  ask: () => Promise<boolean>,
  { every, isAttended, mayPass, signal }: Asking,
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
      if (signal.aborted || !mayPass(error)) return;
      pause = Math.max(every, Math.min(2 * pause, LONGEST));
    }
  }
}

/** Waits for so long, or until it is stopped. */
const passed = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
