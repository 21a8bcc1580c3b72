/** The signals by which people and systems end a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does work that a signal to this process ends, so that what it leaves can be removed. */
export async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await work(ending.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}
