import type { Stop } from '../service/project.js';

const HOUR = 3_600_000;

/** Cleans up now and hourly; whoever stops it waits for what has begun. */
export function hourly(clean: () => Promise<void>, onError: (error: unknown) => void): Stop {
  const begin = () => clean().catch(onError);
  let cleaning = begin();
  const timer = setInterval(() => (cleaning = begin()), HOUR).unref();
  return async () => {
    clearInterval(timer);
    await cleaning;
  };
}
